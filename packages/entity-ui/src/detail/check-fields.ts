import { rowErrorKey } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import type { DrawnRows } from '@tavla/expressions/form'
import type { TableRow } from '@tavla/fields/rows'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import type { TextMessage } from '@tavla/i18n'
import { drawnFields } from '../rules/drawn-meta.ts'

/** Messages by fieldname, and by `rowErrorKey` in the rows of tables. */
export type FieldMessages = Record<string, TextMessage>

/**
 * The checks of the server that the client can repeat: required fields that are blank, texts that are too long, and
 * each type's own check (reference: screens, Detail form). Includes rows of tables, with their number; `drawn` has what
 * conditions make of their columns.
 */
export function checkFields(
  fields: readonly FieldMeta[],
  values: Readonly<Record<string, unknown>>,
  links: Meta['links'] = [],
  drawn?: ReadonlyMap<string, DrawnRows>,
): FieldMessages {
  const fieldMessages: FieldMessages = {}
  for (const field of fields) {
    if (field.read_only === 1 || field.hidden === 1) continue
    const fieldMessage = messageOf(field, values[field.fieldname])
    if (fieldMessage) fieldMessages[field.fieldname] = fieldMessage
    else Object.assign(fieldMessages, rowMessages(field, values, links, drawn?.get(field.fieldname)))
  }
  return fieldMessages
}

function messageOf(field: FieldMeta, value: unknown): TextMessage | null {
  const { isFilled, check, toInput } = fieldUi(field.fieldtype)
  const isMissing = field.reqd === 1 && !(isFilled ? isFilled(value) : !isBlank(value))
  const label = { translate: field.label }
  // The length of a draft in another shape differs from that of its value.
  if (!toInput && field.length && typeof value === 'string' && value.length > field.length)
    return { text: '{0} is too long (maximum {1} characters)', args: [label, field.length] }
  const text = isMissing ? '{0} is required' : check?.(value, field)
  return text ? { text, args: [label] } : null
}

/** The first message of a row becomes the message of the whole table, too. */
function rowMessages(
  field: FieldMeta,
  values: Readonly<Record<string, unknown>>,
  links: Meta['links'],
  drawn: DrawnRows | undefined,
): FieldMessages {
  const child = fieldUi(field.fieldtype).hasRows && links.find((link) => link.id === field.options)
  const rows = values[field.fieldname]
  const fieldMessages: FieldMessages = {}
  if (!child || !Array.isArray(rows)) return fieldMessages
  const unread = rows.flatMap((row: TableRow) => Object.keys(row._unread ?? {})).length
  if (unread > 0) fieldMessages[field.fieldname] = { text: '{0} values were not understood.', args: [unread] }
  for (const [index, row] of rows.entries()) {
    if ((row as TableRow)._begun) continue
    for (const name of Object.keys((row as TableRow)._unread ?? {}))
      fieldMessages[rowErrorKey(field.fieldname, index + 1, name)] = {
        text: 'The value for {0} is not valid',
        args: [{ translate: child.fields.find(({ fieldname }) => fieldname === name)?.label ?? name }],
      }
    const columns = drawnFields(child.fields, drawn?.of(row as TableRow))
    for (const [name, fieldMessage] of Object.entries(checkFields(columns, row as TableRow))) {
      const placed: TextMessage = { ...fieldMessage, prefix: { text: 'Row {n}:', args: { n: index + 1 } } }
      fieldMessages[field.fieldname] ??= placed
      fieldMessages[rowErrorKey(field.fieldname, index + 1, name)] = placed
    }
  }
  return fieldMessages
}
