import type { EntityRecord, FieldMeta, HomeAnswer, Meta } from '@tavla/contract'

/** How the server answers a Password field that has a value (reference: metadata, Field types). */
const mask = '********'

/** A record as it may be kept: no value of a Password field, in its rows neither. */
export function withoutSecrets(record: EntityRecord, meta: Meta): EntityRecord {
  const kept: EntityRecord = { ...record }
  for (const { fieldname, fieldtype, options } of meta.all_fields) {
    const value = kept[fieldname]
    if (fieldtype === 'Password') kept[fieldname] = value ? mask : value
    const child = Array.isArray(value) ? meta.links.find(({ id }) => id === options) : undefined
    if (child) kept[fieldname] = (value as unknown[]).map((row) => withoutColumns(row, child.fields))
  }
  return kept
}

function withoutColumns(row: unknown, columns: readonly FieldMeta[]): unknown {
  if (typeof row !== 'object' || row === null) return row
  const kept: Record<string, unknown> = { ...row }
  for (const { fieldname, fieldtype } of columns)
    if (fieldtype === 'Password' && kept[fieldname]) kept[fieldname] = mask
  return kept
}

/** The start page as it may be kept: messages that wait are named, and nothing of their text. */
export function withoutMessages(home: unknown): unknown {
  const { waiting, ...others } = home as HomeAnswer
  return {
    ...others,
    waiting: waiting && { ...waiting, items: waiting.items.map((item) => ({ ...item, line: '' })) },
  }
}
