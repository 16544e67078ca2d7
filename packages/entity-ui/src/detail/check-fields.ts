import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import type { TextMessage } from '@tavla/i18n'

/** Complaints by fieldname. */
export type Complaints = Record<string, TextMessage>

/**
 * What the server would refuse of these values and we know already: required fields that are blank, texts that are too
 * long, and what a type checks by itself (contract 8.44). Rows of tables too, with their number.
 */
export function checkFields(
  fields: readonly FieldMeta[],
  values: Readonly<Record<string, unknown>>,
  links: Meta['links'] = [],
): Complaints {
  const complaints: Complaints = {}
  for (const field of fields) {
    if (field.read_only === 1 || field.hidden === 1) continue
    const complaint = complaintOf(field, values[field.fieldname]) ?? rowComplaint(field, values, links)
    if (complaint) complaints[field.fieldname] = complaint
  }
  return complaints
}

function complaintOf(field: FieldMeta, value: unknown): TextMessage | null {
  const { isFilled, check, toInput } = fieldUi(field.fieldtype)
  const isMissing = field.reqd === 1 && !(isFilled ? isFilled(value) : !isBlank(value))
  const label = { translate: field.label }
  // A draft of another shape says nothing of the value's length.
  if (!toInput && field.length && typeof value === 'string' && value.length > field.length)
    return { text: '{0} is too long (maximum {1} characters)', args: [label, field.length] }
  const text = isMissing ? '{0} is required' : check?.(value, field)
  return text ? { text, args: [label] } : null
}

function rowComplaint(
  field: FieldMeta,
  values: Readonly<Record<string, unknown>>,
  links: Meta['links'],
): TextMessage | null {
  const child = field.fieldtype === 'Table' && links.find((link) => link.id === field.options)
  const rows = values[field.fieldname]
  if (!child || !Array.isArray(rows)) return null
  for (const [index, row] of rows.entries()) {
    const [first] = Object.values(checkFields(child.fields, row as Record<string, unknown>))
    if (first) return { ...first, prefix: { text: 'Row {n}:', args: { n: index + 1 } } }
  }
  return null
}
