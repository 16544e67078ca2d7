import type { FieldMeta, Meta } from '@tavla/contract'

/** How a form for new records differs from that of any other entity. */
export interface NewRecordWish {
  /** Says of an id that has to be entered what it may be: English source text. */
  idDescription?: string | undefined
  /** The id that a title gives: the title is asked for first, and the id follows it until it is edited itself. */
  idFrom?: ((title: string) => string | undefined) | undefined
  /** Fields that are asked for besides the required and the listed ones. */
  moreFields?: readonly string[] | undefined
}

/**
 * The field that asks for the id of a record whose entity has naming rule Prompt (reference: metadata, Naming rules).
 */
const idField = ({ idDescription, idFrom }: NewRecordWish): FieldMeta => ({
  idx: 0,
  fieldname: 'id',
  fieldtype: 'Data',
  label: 'ID',
  description: idDescription ?? null,
  options: null,
  default: null,
  // The server makes a blank one from the title.
  reqd: idFrom ? 0 : 1,
  in_list_view: 1,
  in_standard_filter: 0,
  read_only: 0,
  hidden: 0,
  unique: 1,
  permlevel: 0,
  field_group: null,
  length: 140,
})

/** Fields of the new-record form: required or in the list view, and open to be set (reference: screens, New record). */
export function newRecordFields(meta: Meta, wish: NewRecordWish = {}): FieldMeta[] {
  const { moreFields = [], idFrom } = wish
  const { fields: all, naming_rule: rule, title_field: title } = meta.doc_meta
  const fields = all.filter(
    (field) =>
      (field.reqd || field.in_list_view || moreFields.includes(field.fieldname)) && !field.hidden && !field.read_only,
  )
  if (rule !== 'Prompt') return fields
  const first = idFrom ? fields.filter(({ fieldname }) => fieldname === title) : []
  return [...first, idField(wish), ...fields.filter((field) => !first.includes(field))]
}

/** What the form shows: the draft over the defaults that the server will fill in (reference: http-api, Creating). */
export function draftValues(
  fields: readonly FieldMeta[],
  draft: Readonly<Record<string, unknown>>,
  surroundings: { now(): string; user: string },
): Record<string, unknown> {
  const defaults = fields
    .filter((field) => field.default !== null)
    .map((field) => [field.fieldname, literal(field.default)])
  return { ...Object.fromEntries(defaults), ...draft }

  function literal(text: string | null): string | null {
    if (text === 'Today') return surroundings.now().slice(0, 10)
    if (text === 'Now') return surroundings.now().slice(0, 19)
    return text === '__user' ? surroundings.user : text
  }
}
