import { type Choose, type Clash, type MergeField, takeMine, type Values } from './clash.ts'
import { mergeRows } from './merge-rows.ts'
import { mergeValue } from './merge-value.ts'

/** Three states of one record. */
export interface RecordSides {
  fields: readonly MergeField[]
  /** The values that `mine` began with. A missing one is unknown. */
  base: Values
  /** The record as it is stored now. */
  theirs: Values
  /** The values that the person sets; fields that are absent keep theirs. */
  mine: Values
}

export interface MergedRecord {
  /** Values of the fields of `mine`. Where both sides differ, the one that was chosen. */
  values: Record<string, unknown>
  clashes: Clash[]
}

/**
 * Merges the changes of one person into a record that another has changed since (reference: http-api, Changing). A side
 * that left a value alone yields to the other one; everything else that would disappear is a clash. Changes nothing that
 * it is given.
 */
export function mergeRecord({ fields, base, theirs, mine }: RecordSides, choose: Choose = takeMine): MergedRecord {
  const merged: MergedRecord = { values: {}, clashes: [] }
  const settle = (clash: Clash) => {
    merged.clashes.push(clash)
    return choose(clash)
  }
  for (const field of fields) {
    const { fieldname } = field
    if (!Object.hasOwn(mine, fieldname)) continue
    const known = Object.hasOwn(base, fieldname) ? { base: base[fieldname] } : {}
    const [ours, others] = [mine[fieldname], theirs[fieldname]]
    merged.values[fieldname] =
      field.kind === 'table'
        ? mergeRows({ field, ...known, theirs: others, mine: ours }, settle)
        : mergeValue(field, { ...known, theirs: others, mine: ours }, (clash) => settle({ fieldname, ...clash }))
  }
  return merged
}
