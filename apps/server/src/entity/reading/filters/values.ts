import { fold } from '@tavla/fields/server'
import type { Engine } from '../../engine.ts'
import type { Field } from '../../model/field.ts'
import { type Operator, searching } from '../operators.ts'

/** The value in its stored form, or undefined when the field's kind can't hold it. */
export function coerce(
  engine: Engine,
  field: Field,
  operator: Operator,
  value: unknown,
  edge: 'end' | undefined,
): string | number | undefined {
  if (typeof value === 'object' || value === undefined) return undefined
  if (operator === 'like' || operator === 'not like' || searching[operator]) {
    const pattern = plain(value)
    return pattern.length > maxPatternLength ? undefined : fold(pattern)
  }
  switch (field.kind) {
    case 'flag':
      return value === true || value === 'true'
        ? 1
        : value === false || value === 'false'
          ? 0
          : whole(operator, value, edge)
    case 'integer':
      return whole(operator, value, edge)
    case 'decimal':
      return finite(value)
    case 'date':
    case 'time':
    case 'datetime':
      return moment(engine, field, operator, plain(value).trim(), edge)
    default:
      return ordering.has(operator) ? fold(plain(value)) : plain(value)
  }
}

/** Text is sorted by its folding (reference: http-api, Fields and order), but compared exactly. */
const ordering = new Set<Operator>(['<', '<=', '>', '>=', 'between'])

function moment(
  engine: Engine,
  field: Field,
  operator: Operator,
  text: string,
  edge: 'end' | undefined,
): string | undefined {
  const wholeDay =
    edge === 'end' && operator === 'between' && field.kind === 'datetime' && /^\d{4}-\d\d-\d\d$/.test(text)
  const parsed = field.type.parse(wholeDay ? `${text} 23:59:59.999999` : text, field.rule, {
    toWallClock: (instant) => engine.clock.instantToWall(instant),
  })
  if (!('value' in parsed) || typeof parsed.value !== 'string') return undefined
  if (!field.clock) return parsed.value
  const upper = operator === '<=' || operator === '>' || edge === 'end'
  return engine.clock.toUtc(parsed.value, upper ? 'later' : 'earlier')
}

function finite(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) return undefined
  const number = Number(value)
  return Number.isFinite(number) ? number : undefined
}

/**
 * Converts a number for comparison with a column of whole numbers: a fraction is rounded in the direction that keeps
 * the result, a number beyond the range is clamped. Undefined for a fraction in an equality.
 */
export function whole(operator: Operator, value: unknown, edge: 'end' | undefined): number | undefined {
  const number = finite(value)
  if (number === undefined || (isEquality(operator) && !Number.isInteger(number))) return undefined
  const up = operator === '>=' || operator === '<' || (operator === 'between' && edge === undefined)
  const rounded = up ? Math.ceil(number) : Math.floor(number)
  return Math.max(-maxNumber, Math.min(maxNumber, rounded))
}

/** Beyond any number that is stored (reference: http-api, Coercion and checks). */
const maxNumber = 9.0071e15

export const isEquality = (operator: Operator) =>
  operator === '=' || operator === '!=' || operator === 'in' || operator === 'not in'

/** SQLite refuses patterns of more than 50,000 bytes. */
const maxPatternLength = 10_000

/** Text as it could be stored: no NUL, no half of a surrogate pair. */
const plain = (value: unknown) => String(value).toWellFormed().replaceAll('\0', '')
