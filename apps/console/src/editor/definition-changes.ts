import { type FieldMeta, type Meta, textOf } from '@tavla/contract'
import { fieldUi, readRows, type TableRow } from '@tavla/entity-ui'
import { isOn, optionKind } from './field-row.ts'

type Values = Readonly<Record<string, unknown>>

/** One change of a definition that affects neither stored values nor rights, as a sentence. */
export interface DefinitionChange {
  /** The field, state or setting that changes; null for the order of all. */
  subject: { text: string; isName: boolean } | null
  /** English source text; its arguments stay as they are or are translated first. */
  source: string
  args: readonly (string | { translate: string })[]
  /** True if the save asks first; changes of appearance alone are saved at once. */
  asks: boolean
}

/** Properties of a field whose changes are in the server's plan. */
const planned = new Set(['fieldname', 'fieldtype'])
const pointing: ReadonlySet<unknown> = new Set(['entity', 'table', 'field'])
/** Properties of appearance: they change nothing that people can do or enter. */
const fieldLooks = new Set([
  ...['label', 'description', 'field_group', 'in_list_view', 'in_standard_filter', 'index'],
  ...['form_tab', 'span', 'new_row', 'in_head', 'footer', 'no_copy', 'hide_related', 'label_he', 'description_he'],
  'personal',
])
const settingLooks = new Set([
  ...['module', 'description', 'icon', 'layout', 'is_main_nav', 'nav_order', 'sort_field', 'sort_order'],
  ...['title_field', 'image_field', 'search_fields', 'label_he', 'description_he', 'has_notes'],
])
/** Other parts of the window show these. */
const toldElsewhere = new Set(['id', 'modified', 'type', 'fields', 'states', 'permissions', 'transitions'])

/** Every change of options, flags, order, states and settings in a save with `body`, in the order of the form. */
export function definitionChanges(meta: Meta, stored: Values, body: Values): DefinitionChange[] {
  const columnsOf = (entity: string) => meta.links.find(({ id }) => id === entity)?.fields ?? []
  return [
    ...('fields' in body
      ? fieldChanges(columnsOf('Entity Field'), readRows(stored.fields), readRows(body.fields))
      : []),
    ...('states' in body ? stateChanges(readRows(stored.states), readRows(body.states)) : []),
    ...settingChanges(meta.doc_meta.fields, stored, body),
    ...('transitions' in body ? [newTransitions] : []),
  ]
}

const newTransitions: DefinitionChange = {
  subject: null,
  source: 'The transitions between states change',
  args: [],
  asks: true,
}

function fieldChanges(
  columns: readonly FieldMeta[],
  before: readonly TableRow[],
  after: readonly TableRow[],
): DefinitionChange[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const changes = after.flatMap((row) => {
    const was = row.id === undefined ? undefined : old.get(row.id)
    if (!was) return []
    const subject = { text: textOf(row.fieldname), isName: true }
    return columns
      .filter(({ fieldname: name }) => !planned.has(name) && !isRetarget(name, was, row))
      .flatMap((column) => propertyChange(column, was, row, subject, !fieldLooks.has(column.fieldname)))
  })
  const asks = false
  if (isReordered(before, after))
    changes.push({ subject: null, source: 'The order of the fields changes', args: [], asks })
  return changes
}

/** The plan contains a new target of a link, table or dynamic link. */
const isRetarget = (name: string, was: TableRow, row: TableRow) =>
  name === 'options' && was.fieldtype === row.fieldtype && pointing.has(optionKind(row.fieldtype))

function stateChanges(before: readonly TableRow[], after: readonly TableRow[]): DefinitionChange[] {
  const old = new Map(before.map((row) => [row.id, row]))
  const kept = new Set(after.map(({ id }) => id))
  const about = (row: TableRow, source: string, args: DefinitionChange['args']): DefinitionChange => ({
    subject: { text: textOf(row.title), isName: false },
    source,
    args,
    asks: false,
  })
  const changes = after.flatMap((row): DefinitionChange[] => {
    const was = row.id === undefined ? undefined : old.get(row.id)
    const color = { translate: textOf(row.color) || 'Gray' }
    if (!was) return [about(row, 'The state is added, in {0}', [color])]
    const title = was.title === row.title ? [] : [about(row, 'The state was called {0}', [textOf(was.title)])]
    const isSame = (textOf(was.color) || 'Gray') === color.translate
    return [...title, ...(isSame ? [] : [about(row, 'The state is drawn in {0}', [color])])]
  })
  const removed = before.filter(({ id }) => !kept.has(id)).map((row) => about(row, 'The state is removed', []))
  const asks = false
  const order = { subject: null, source: 'The order of the states changes', args: [], asks }
  return [...removed, ...changes, ...(isReordered(before, after) ? [order] : [])]
}

function settingChanges(fields: readonly FieldMeta[], stored: Values, body: Values): DefinitionChange[] {
  return fields
    .filter(({ fieldname }) => fieldname in body && !toldElsewhere.has(fieldname))
    .flatMap((field) => {
      const subject = { text: field.label, isName: false }
      return propertyChange({ ...field, label: '' }, stored, body, subject, !settingLooks.has(field.fieldname))
    })
}

/** The change of one property; `label` is added to the subject if the two differ. */
function propertyChange(
  { fieldname, fieldtype, label }: FieldMeta,
  before: Values,
  after: Values,
  subject: DefinitionChange['subject'],
  asks: boolean,
): DefinitionChange[] {
  const named = label === '' ? [] : [{ translate: label }]
  const change = (source: string, own: string, args: DefinitionChange['args'] = []): DefinitionChange[] => [
    { subject, source: label === '' ? own : source, args: [...named, ...args], asks },
  ]
  if (fieldUi(fieldtype).isFlag) {
    if (isOn(before[fieldname]) === isOn(after[fieldname])) return []
    return isOn(after[fieldname])
      ? change('{0} is switched on', 'Switched on')
      : change('{0} is switched off', 'Switched off')
  }
  const [was, is] = [inWords(before[fieldname]), inWords(after[fieldname])]
  if (was === is) return []
  if (is === '') return change('{0} is emptied (was: {1})', 'Emptied (was: {0})', [was])
  if (was === '') return change('{0} becomes {1}', 'Becomes {0}', [is])
  return change('{0} becomes {1} in place of {2}', 'Becomes {0} in place of {1}', [is, was])
}

const maxValueLength = 80

/** A value in one line, with a list of choices joined. */
function inWords(value: unknown): string {
  const isWhole = typeof value === 'object' && value !== null
  const text =
    typeof value === 'number' ? (value === 0 ? '' : String(value)) : isWhole ? JSON.stringify(value) : textOf(value)
  const line = text.split('\n').join(', ')
  return line.length > maxValueLength ? `${line.slice(0, maxValueLength)}…` : line
}

/** True if the remaining rows changed their order. */
function isReordered(before: readonly TableRow[], after: readonly TableRow[]): boolean {
  const [old, now] = [new Set(before.map(({ id }) => id)), new Set(after.map(({ id }) => id))]
  const stay = (rows: readonly TableRow[], others: ReadonlySet<unknown>) =>
    rows.map(({ id }) => id).filter((id) => id !== undefined && others.has(id))
  return stay(before, now).join() !== stay(after, old).join()
}
