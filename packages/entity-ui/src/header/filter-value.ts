import type { Condition } from '@tavla/client'
import { unescapeLike } from '@tavla/contract'

/** The value of a quick filter's condition: equality, contains, or the start of a range. */
export function filterValue(condition: Condition): unknown {
  if (condition === undefined) return null
  if (!Array.isArray(condition)) return condition
  const [operator, value] = condition
  if (operator === 'like' && typeof value === 'string')
    return value.startsWith('%') && value.endsWith('%') ? unescapeLike(value.slice(1, -1)) : null
  // Its box cannot show several values, nor the opposite or the beginning of one; their chip does.
  if (several.has(String(operator)) || (operator === 'in' && Array.isArray(value) && value.length > 1)) return null
  return Array.isArray(value) ? value[0] : value
}

const several = new Set(['is', '!=', 'not in', 'not like', 'not contains', 'starts with', 'in period', 'not in period'])
