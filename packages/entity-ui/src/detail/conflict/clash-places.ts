import type { Clash, EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'
import { columnsOf, type RowPlace, rowPlaceOf } from './row-changes.ts'

type Values = Readonly<Record<string, unknown>>

/** One place that two people changed, with the fields that show its values. */
export interface ClashPlace {
  key: string
  clash: Clash
  /** The field of the form; for rows, their table. */
  field: FieldMeta
  row?: RowPlace
  /** The field whose value clashes; null for a whole row. */
  column: FieldMeta | null
  /** For a whole row, the columns with a value in it. */
  columns: readonly FieldMeta[]
}

export const clashKey = ({ fieldname, row, row_field }: Clash) => [fieldname, row ?? '', row_field ?? ''].join('\n')

/** The places of clashes as a person knows them; rows are numbered as in the stored record, or as in the form. */
export function clashPlaces(
  clashes: readonly Clash[],
  meta: Pick<Meta, 'doc_meta' | 'links'>,
  { theirs, mine }: { theirs: EntityRecord; mine: Values },
): ClashPlace[] {
  return clashes.flatMap((clash): ClashPlace[] => {
    const field = meta.doc_meta.fields.find(({ fieldname }) => fieldname === clash.fieldname)
    if (!field) return []
    const key = clashKey(clash)
    if (clash.row === undefined) return [{ key, clash, field, column: field, columns: [] }]
    const known = meta.links.find(({ id }) => id === field.options)?.fields ?? []
    const fields = columnsOf(meta, field)
    const placeIn = (record: Values) => rowPlaceOf(record[clash.fieldname], clash.row, fields)
    const row = placeIn(theirs) ?? placeIn(mine) ?? { number: 1, name: null }
    const column = known.find(({ fieldname }) => fieldname === clash.row_field) ?? null
    const sides = [clash.base, clash.theirs, clash.mine].map((side) => (side ?? {}) as Values)
    const columns = column ? [] : fields.filter(({ fieldname }) => sides.some((side) => !isBlank(side[fieldname])))
    return [{ key, clash, field, row, column, columns }]
  })
}
