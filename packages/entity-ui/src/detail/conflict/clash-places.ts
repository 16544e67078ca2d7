import type { Clash, EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { isBlank } from '@tavla/fields/ui'

type Values = Readonly<Record<string, unknown>>

/** One place that two people changed, with the fields that show its values. */
export interface ClashPlace {
  key: string
  clash: Clash
  /** The field of the form; for rows, their table. */
  field: FieldMeta
  /** Number of the row, from 1, and its first value. */
  row?: { number: number; name: Shown | null }
  /** The field whose value clashes; null for a whole row. */
  column: FieldMeta | null
  /** For a whole row, the columns with a value in it. */
  columns: readonly FieldMeta[]
}

/** A value with the field that shows it. */
interface Shown {
  field: FieldMeta
  value: unknown
  values: Values
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
    const fields = known.filter(({ hidden }) => hidden !== 1)
    const place = rowOf(clash, theirs) ?? rowOf(clash, mine)
    const named = place && fields.find(({ fieldname }) => !isBlank(place.values[fieldname]))
    const name = place && named ? { field: named, value: place.values[named.fieldname], values: place.values } : null
    const column = known.find(({ fieldname }) => fieldname === clash.row_field) ?? null
    const sides = [clash.base, clash.theirs, clash.mine].map((side) => (side ?? {}) as Values)
    const columns = column ? [] : fields.filter(({ fieldname }) => sides.some((side) => !isBlank(side[fieldname])))
    return [{ key, clash, field, row: { number: place?.number ?? 1, name }, column, columns }]
  })
}

function rowOf({ fieldname, row }: Clash, record: Values): { number: number; values: Values } | null {
  const rows: unknown = record[fieldname]
  if (!Array.isArray(rows)) return null
  const index = (rows as Values[]).findIndex(({ id }) => id === row)
  return index < 0 ? null : { number: index + 1, values: rows[index] as Values }
}
