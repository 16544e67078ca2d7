import type { FieldMeta, LayoutFields, Meta } from '@tavla/contract'
import { selectChoices } from '@tavla/fields/ui'

/** The fields that place records in a calendar. */
export interface CalendarFields {
  start: FieldMeta
  /** Without it, each record stands on one day. */
  end: FieldMeta | undefined
}

/** The fields that can be the start or the end of an entry: days and moments that a person may see. */
export const momentFields = (meta: Meta): FieldMeta[] =>
  meta.doc_meta.fields.filter((field) => !field.hidden && isMoment(field))

/** The fields of an entity's calendar: the person's choice, else the first day or moment of the form, without an end. */
export function calendarFields(
  meta: Meta,
  { calendar_start, calendar_end }: Pick<LayoutFields, 'calendar_start' | 'calendar_end'>,
): CalendarFields | undefined {
  const fields = momentFields(meta)
  const start = fields.find(({ fieldname }) => fieldname === calendar_start) ?? fields[0]
  const end = fields.find(({ fieldname }) => fieldname === calendar_end && fieldname !== start?.fieldname)
  return start && { start, end }
}

/** The field whose values are the entity's states; it colours the entries. */
export function stateField(meta: Meta): FieldMeta | undefined {
  const titles = new Set(meta.states.map(({ title }) => title))
  return meta.doc_meta.fields.find(
    (field) =>
      field.fieldtype === 'Select' && !field.hidden && selectChoices(field).some(({ value }) => titles.has(value)),
  )
}

const isMoment = ({ fieldtype }: FieldMeta) => fieldtype === 'Date' || fieldtype === 'Datetime'
