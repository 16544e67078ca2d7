import { isFieldname, textOf } from '@tavla/contract'

/** A roll-up while it is edited (reference: metadata, Field). */
export interface DraftRollup {
  entity: string
  link: string
  kind: string
  field: string | null
  filters: unknown
}

/** A condition on the records of a roll-up. */
export interface RollupCondition {
  fieldname: string
  operator: string
  value: string
}

export const rollupKinds = ['count', 'sum', 'lowest', 'highest', 'latest'] as const

/** Operators by their signs, with the words for those that have none. */
export const operators = ['=', '!=', '>', '>=', '<', '<='] as const

/** The roll-up of a row, whose value is an object or its text; undefined for none. */
export function readRollup(stored: unknown): DraftRollup | undefined {
  const value: unknown = typeof stored === 'string' && stored.trim() !== '' ? parsed(stored) : stored
  if (typeof value !== 'object' || value === null) return undefined
  const { entity, link, kind, field, filters } = value as Record<string, unknown>
  return {
    entity: textOf(entity),
    link: textOf(link),
    kind: textOf(kind) || 'count',
    field: textOf(field) || null,
    filters: filters ?? null,
  }
}

/** The conditions that the small form can show; undefined for filters of another form, which it leaves alone. */
export function readConditions(filters: unknown): RollupCondition[] | undefined {
  if (filters === null || filters === undefined) return []
  if (typeof filters !== 'object' || Array.isArray(filters)) return undefined
  const found = Object.entries(filters).map(([fieldname, condition]): RollupCondition | undefined => {
    const [operator, value] = Array.isArray(condition) ? condition : ['=', condition]
    const isPlain = typeof value === 'string' || typeof value === 'number'
    const isKnown = (operators as readonly unknown[]).includes(operator)
    return isFieldname(fieldname) && isPlain && isKnown
      ? { fieldname, operator: String(operator), value: String(value) }
      : undefined
  })
  return found.every((one) => one !== undefined) ? found : undefined
}

/** The filters of these conditions; those without a field are not written. */
export function writeConditions(conditions: readonly RollupCondition[]): unknown {
  const given = conditions.filter(({ fieldname }) => fieldname !== '')
  if (given.length === 0) return null
  return Object.fromEntries(given.map(({ fieldname, operator, value }) => [fieldname, [operator, value]]))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
