import { listableFields } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** New values by fieldname, in the order in which they were chosen. */
export type BulkValues = Readonly<Record<string, unknown>>

/** What makes sense to be the same in many records. */
export function bulkFields(meta: Meta): FieldMeta[] {
  const own = new Set(meta.doc_meta.fields.map((field) => field.fieldname))
  return listableFields(meta).filter((field) => own.has(field.fieldname) && !field.read_only && !field.unique)
}

/** One field more, blank; a Dynamic Link brings the field that names its entity, without which it can't be filled. */
export function withField(fields: readonly FieldMeta[], values: BulkValues, fieldname: string): BulkValues {
  const field = fields.find((one) => one.fieldname === fieldname)
  if (!field) return values
  const source = sourceOf(fields, field)
  const before = source && !(source.fieldname in values) ? withField(fields, values, source.fieldname) : values
  return { ...before, [fieldname]: fieldUi(field.fieldtype).blank }
}

/** Without the field, and without the Dynamic Links that hang on it. */
export function withoutField(fields: readonly FieldMeta[], values: BulkValues, fieldname: string): BulkValues {
  const hanging = fields.filter((field) => sourceOf(fields, field)?.fieldname === fieldname)
  const gone = new Set([fieldname, ...hanging.map((field) => field.fieldname)])
  return Object.fromEntries(Object.entries(values).filter(([name]) => !gone.has(name)))
}

/** The field that names a Dynamic Link's entity. */
const sourceOf = (fields: readonly FieldMeta[], { fieldtype, options }: FieldMeta) =>
  fieldUi(fieldtype).options?.kind === 'field' ? fields.find((field) => field.fieldname === options) : undefined
