import { defaultWords, type FieldMeta, type Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** The options of an entity's form for new records. */
export interface NewRecordOptions {
  /** Help text of an id that has to be entered: English source text. */
  idDescription?: string | undefined
  /** Makes an id of a title: the form asks for the title first, and the id follows it until the user edits the id. */
  idFrom?: ((title: string) => string | undefined) | undefined
  /** Fields to ask for besides the required and the listed ones. */
  moreFields?: readonly string[] | undefined
  /** Listed fields that the form doesn't ask for, and required ones that have a value. */
  leaveOut?: readonly string[] | undefined
  /** The order of fields, behind those that it doesn't name. */
  order?: readonly string[] | undefined
  /** Values to begin with, in fields that the form then asks for. */
  set?: Readonly<Record<string, unknown>> | undefined
  /** The titles of records that these values name. */
  titles?: readonly (readonly [entity: string, id: string, title: string])[] | undefined
}

/** The input of the id of a record whose entity has naming rule Prompt (reference: metadata, Naming rules). */
const idField = ({ idDescription, idFrom }: NewRecordOptions): FieldMeta => ({
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

/** Fields of the new-record form: required or in the list view, and editable (reference: screens, New record). */
export function newRecordFields(meta: Meta, wish: NewRecordOptions = {}): FieldMeta[] {
  const { moreFields = [], leaveOut = [], order = [], idFrom } = wish
  const { fields: all, naming_rule: rule, title_field: title } = meta.doc_meta
  const isAsked = ({ fieldname, reqd, in_list_view: isListed }: FieldMeta) =>
    moreFields.includes(fieldname) || ((reqd || isListed) && !leaveOut.includes(fieldname))
  const placeOf = ({ fieldname }: FieldMeta) => order.indexOf(fieldname)
  const fields = all
    .filter((field) => isAsked(field) && !field.hidden && !field.read_only)
    .sort((one, other) => placeOf(one) - placeOf(other))
  if (rule !== 'Prompt') return fields
  const first = idFrom ? fields.filter(({ fieldname }) => fieldname === title) : []
  return [...first, idField(wish), ...fields.filter((field) => !first.includes(field))]
}

/** The form's values: the draft over the defaults that the server will set (reference: http-api, Creating). */
export function draftValues(
  fields: readonly FieldMeta[],
  draft: Readonly<Record<string, unknown>>,
  surroundings: { now(): string; user: string },
): Record<string, unknown> {
  const defaults = fields
    .filter((field) => field.default !== null)
    .map((field) => [field.fieldname, inForm(field, literal(field.default))])
  return { ...Object.fromEntries(defaults), ...draft }

  /** Numbers and flags are numbers in a form. */
  function inForm({ fieldtype }: FieldMeta, text: string | null): unknown {
    return typeof fieldUi(fieldtype).blank === 'number' ? Number(text) || 0 : text
  }

  function literal(text: string | null): string | null {
    if (text === defaultWords.today) return surroundings.now().slice(0, 10)
    if (text === defaultWords.now) return surroundings.now().slice(0, 19)
    return text === defaultWords.user ? surroundings.user : text
  }
}
