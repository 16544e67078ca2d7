import { type EntityRecord, type FieldMeta, type Meta, textOf } from '@tavla/contract'

/** A fact of a record's head: one of its fields, or the number and the sum of its rows. */
export interface HeadFact {
  field: FieldMeta
  /** For a table: the column whose sum is told, if one has such a footer. */
  summed?: FieldMeta | undefined
}

const most = 4

interface HeadFacts {
  facts: HeadFact[]
  /** The last message follows them, of a record with a conversation. */
  tellsMessage: boolean
}

/**
 * The facts that a record's head tells: the fields marked `in_head`, else the record's last amount, its next date, its
 * first table and the last message (reference: screens, Detail form). `today` is a date as text.
 */
export function headFacts(meta: Meta, record: EntityRecord, today: string): HeadFacts {
  const shown = meta.doc_meta.fields.filter(({ hidden, fieldtype }) => hidden !== 1 && fieldtype !== 'Password')
  const marked = shown.filter(({ in_head }) => in_head === 1).slice(0, most)
  const usual = () => [
    shown.findLast(({ fieldtype }) => fieldtype === 'Currency'),
    nextDate(shown, record, today),
    shown.find(({ fieldtype }) => fieldtype === 'Table'),
  ]
  const fields = marked.length > 0 ? marked : usual().filter((field) => field !== undefined)
  return {
    facts: fields.map((field) => ({ field, summed: summedColumn(meta, field) })),
    tellsMessage: marked.length === 0 && meta.doc_meta.has_communication === 1,
  }
}

/** The field with the nearest date that is not past. */
function nextDate(fields: readonly FieldMeta[], record: EntityRecord, today: string): FieldMeta | undefined {
  const dateOf = ({ fieldname }: FieldMeta) => textOf(record[fieldname])
  return fields
    .filter((field) => field.fieldtype === 'Date' && dateOf(field) >= today)
    .toSorted((a, b) => (dateOf(a) < dateOf(b) ? -1 : 1))[0]
}

function summedColumn(meta: Meta, { fieldtype, options }: FieldMeta): FieldMeta | undefined {
  if (fieldtype !== 'Table') return undefined
  return meta.links.find(({ id }) => id === options)?.fields.find(({ footer }) => footer === 'Sum')
}

/** Sum of a column over the rows of a table. */
export function sumOf(rows: readonly Readonly<Record<string, unknown>>[], { fieldname }: FieldMeta): number {
  return rows.reduce((sum, row) => sum + (Number(row[fieldname]) || 0), 0)
}

const dayLength = 86_400_000

/** Days from `today` to a date, both as text; NaN for a text that is no date. */
export const daysUntil = (date: string, today: string): number =>
  (Date.parse(date.slice(0, 10)) - Date.parse(today)) / dayLength
