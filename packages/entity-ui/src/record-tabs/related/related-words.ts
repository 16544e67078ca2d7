import type { Meta, RelatedEntry } from '@tavla/contract'

/** The field that names the entity of a Dynamic Link; undefined for other links. */
export function namingField(meta: Meta, { field }: RelatedEntry): string | undefined {
  const link = meta.all_fields.find(({ fieldname }) => fieldname === field)
  return link?.fieldtype === 'Dynamic Link' && typeof link.options === 'string' ? link.options : undefined
}

/** The conditions under which a list shows the records of an entry. */
export function pointingFilters(meta: Meta, entry: RelatedEntry, entity: string, id: string): Record<string, string> {
  const naming = namingField(meta, entry)
  return { ...(naming !== undefined && { [naming]: entity }), [entry.field]: id }
}

/** The values with which a new record of an entry begins, so that it points at the record. */
export function newValues(meta: Meta, entry: RelatedEntry, entity: string, id: string): Record<string, unknown> {
  const [name = '', inRow] = entry.field.split('.')
  if (inRow !== undefined) return { [name]: [{ [inRow]: id }] }
  return pointingFilters(meta, entry, entity, id)
}

/** True for an entry whose entity alone does not say which one it is. */
export const isOneOfSeveral = (entry: RelatedEntry, all: readonly RelatedEntry[]): boolean =>
  all.some((other) => other !== entry && other.entity === entry.entity)
