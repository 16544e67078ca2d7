import type { FieldMeta, Meta } from '@tavla/contract'

/** The field that asks for the id of a record whose entity has naming rule Prompt (contract 1.1). */
export const idField = (meta: Meta, description: string | null = null): FieldMeta => ({
  idx: 0,
  fieldname: 'id',
  fieldtype: 'Data',
  label: 'ID',
  description,
  options: null,
  default: null,
  // A project's blank id is made from its name.
  reqd: meta.id === 'Project' ? 0 : 1,
  in_list_view: 1,
  in_standard_filter: 0,
  read_only: 0,
  hidden: 0,
  unique: 1,
  permlevel: 0,
  field_group: null,
  length: 140,
})

/** Fields of the new-record form: required or in the list view, and open to be set (spec 2.9). */
export function newRecordFields(meta: Meta, idDescription?: string): FieldMeta[] {
  const fields = meta.doc_meta.fields.filter(
    (field) => (field.reqd || field.in_list_view) && !field.hidden && !field.read_only,
  )
  return meta.doc_meta.naming_rule === 'Prompt' ? [idField(meta, idDescription), ...fields] : fields
}

/** What the form shows: the draft over the defaults that the server will fill in (contract 3.5). */
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
