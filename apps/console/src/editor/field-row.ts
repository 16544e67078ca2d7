import { fieldnameFrom, maxFieldnameLength, reservedFieldnames, textOf } from '@tavla/contract'
import { fieldUi, type TableRow } from '@tavla/entity-ui'

/** A row of `Entity.fields` in the draft. */
export type FieldRow = TableRow

export const isOn = (value: unknown): boolean => value === 1 || value === '1' || value === true

/**
 * The fieldname of a label, as the server would make it: `Due Date` → `due_date`; a label without a Latin letter gives
 * a numbered name. Never one of `taken`. '' for no label.
 */
export function nameFrom(label: string, taken: ReadonlySet<string>): string {
  if (label.trim() === '') return ''
  const slug = fieldnameFrom(label)
  const base = slug || 'field'
  if (slug !== '' && !taken.has(slug)) return slug
  for (let n = slug === '' ? 1 : 2; ; n++) {
    const name = `${base.slice(0, maxFieldnameLength - 4)}_${n}`
    if (!taken.has(name)) return name
  }
}

/** Changes the label of a row; the name of a field that was never saved follows it until the user edits the name. */
export function relabelled(rows: readonly FieldRow[], index: number, label: string): FieldRow {
  const row = rows[index] ?? { idx: index }
  const name = textOf(row.fieldname)
  const others = rows.filter((_, at) => at !== index).map((one) => textOf(one.fieldname))
  const taken = new Set([...reservedFieldnames, ...others])
  const follows = row.id === undefined && (name === '' || name === nameFrom(textOf(row.label), taken))
  return { ...row, label, ...(follows && { fieldname: nameFrom(label, taken) }) }
}

/** The way in which the editor edits the options of a type; undefined for types without options. */
export const optionKind = (fieldtype: unknown) => fieldUi(textOf(fieldtype)).options?.kind

/** Changes the type of a row; drops options and default that the new type cannot use. */
export function retyped(row: FieldRow, fieldtype: string): FieldRow {
  const [was, is] = [fieldUi(textOf(row.fieldtype)), fieldUi(fieldtype)]
  // A type whose options only say how a value looks has none while nobody chose one.
  const isOpen = ({ options }: typeof was) =>
    options === undefined || (options.kind === 'values' && textOf(row.options) === '')
  const keepsOptions = was.type === is.type || (isOpen(was) && isOpen(is))
  return { ...row, fieldtype, ...(!keepsOptions && { options: null, default: null }) }
}
