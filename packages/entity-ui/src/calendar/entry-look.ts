import type { Colour, EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import type { Day } from './days.ts'

interface EntryLook {
  /** The colour of the record's state; undefined without states. */
  color: Colour | undefined
  /** Finished work has no ground. */
  isDone: boolean
  /** Its last day is over, and it is not done. */
  isLate: boolean
}

/** How an entry is drawn, by the state of its record. */
export function entryLook(
  record: EntityRecord,
  last: Day,
  today: Day,
  meta: Meta,
  state: FieldMeta | undefined,
): EntryLook {
  if (!state) return { color: undefined, isDone: false, isLate: false }
  const value = record[state.fieldname]
  const color = meta.states.find(({ title }) => title === value)?.color ?? 'Gray'
  const isDone = color === 'Green' || color === 'Gray'
  return { color, isDone, isLate: !isDone && last < today }
}
