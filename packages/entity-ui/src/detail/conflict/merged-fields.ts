import { areEqualValues, type Clash, type EntityRecord, type FieldMeta } from '@tavla/contract'
import type { Editing } from '../record-editing.ts'

/** A field that merges by itself: changed by one side, or by both without a clash. */
export interface MergedField {
  field: FieldMeta
  former: unknown
  /** The title of the record that the former value linked to. */
  formerTitle: string | undefined
  isMine: boolean
  isTheirs: boolean
}

/** The visible fields that a merge settles without a question, in the order of the form. */
export function mergedFields(
  { base, changes, arrivals }: Pick<Editing, 'base' | 'changes' | 'arrivals'>,
  theirs: EntityRecord,
  fields: readonly FieldMeta[],
  clashes: readonly Clash[],
): MergedField[] {
  return fields.flatMap((field): MergedField[] => {
    const { fieldname } = field
    if (field.hidden === 1 || clashes.some((clash) => clash.fieldname === fieldname)) return []
    const taken = arrivals.taken[fieldname]
    const { former, formerTitle } = taken ?? {
      former: base?.[fieldname],
      formerTitle: base?._link_titles?.[fieldname],
    }
    const isMine = Object.hasOwn(changes, fieldname)
    const isTheirs = !areEqualValues(theirs[fieldname], former)
    return isMine || (isTheirs && field.read_only !== 1) ? [{ field, former, formerTitle, isMine, isTheirs }] : []
  })
}
