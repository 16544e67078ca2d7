import { areEqualValues, type EntityRecord, type FieldMeta } from '@tavla/contract'
import type { Editing } from './record-editing.ts'

/**
 * The visible fields whose stored values came from others: those that came into the form while it was open, and those
 * that the answer of a merged save brought. `saved` is that answer, in the form of a draft.
 */
export function fieldsOfOthers(
  { base, changes, arrivals }: Pick<Editing, 'base' | 'changes' | 'arrivals'>,
  fields: readonly FieldMeta[],
  saved: EntityRecord,
): FieldMeta[] {
  return fields.filter(({ fieldname, hidden, read_only: isReadOnly }) => {
    if (hidden === 1 || isReadOnly === 1) return false
    if (Object.hasOwn(arrivals.taken, fieldname)) return true
    const mine = Object.hasOwn(changes, fieldname) ? changes[fieldname] : base?.[fieldname]
    return !isWithin(mine, saved[fieldname])
  })
}

/** True when the stored value is the one that the form showed; rows are stored with more keys than a form gives them. */
function isWithin(shown: unknown, stored: unknown): boolean {
  if (Array.isArray(shown) && Array.isArray(stored)) {
    return shown.length === stored.length && shown.every((one, index) => isWithin(one, stored[index]))
  }
  if (!isObject(shown) || !isObject(stored)) return areEqualValues(shown, stored)
  return Object.keys(shown).every(
    (key) => systemKeys.has(key) || key.startsWith('_') || isWithin(shown[key], stored[key]),
  )
}

const systemKeys = new Set(['id', 'idx'])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
