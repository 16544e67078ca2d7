import { listableFields } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** New values by fieldname, in the order in which the user added them. */
export type BulkValues = Readonly<Record<string, unknown>>

/** The fields that may have the same value in many records. */
export function bulkFields(meta: Meta): FieldMeta[] {
  const own = new Set(meta.doc_meta.fields.map((field) => field.fieldname))
  return listableFields(meta).filter((field) => own.has(field.fieldname) && !field.read_only && !field.unique)
}

/** Adds a field with a blank value; a Dynamic Link also adds the field that names its entity, which it needs. */
export function withField(fields: readonly FieldMeta[], values: BulkValues, fieldname: string): BulkValues {
  const field = fields.find((one) => one.fieldname === fieldname)
  if (!field) return values
  const source = sourceOf(fields, field)
  const before = source && !(source.fieldname in values) ? withField(fields, values, source.fieldname) : values
  return { ...before, [fieldname]: fieldUi(field.fieldtype).blank }
}

/** Removes the field, and the Dynamic Links that depend on it. */
export function withoutField(fields: readonly FieldMeta[], values: BulkValues, fieldname: string): BulkValues {
  const hanging = fields.filter((field) => sourceOf(fields, field)?.fieldname === fieldname)
  const gone = new Set([fieldname, ...hanging.map((field) => field.fieldname)])
  return Object.fromEntries(Object.entries(values).filter(([name]) => !gone.has(name)))
}

/** The field that names a Dynamic Link's entity. */
const sourceOf = (fields: readonly FieldMeta[], { fieldtype, options }: FieldMeta) =>
  fieldUi(fieldtype).options?.kind === 'field' ? fields.find((field) => field.fieldname === options) : undefined
