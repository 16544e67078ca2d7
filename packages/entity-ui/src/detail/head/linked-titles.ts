import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'

type LinkedTitle = readonly [entity: string, id: string, title: string]

/** The titles of the records that a record and its rows link to, as their answer names them. */
export function linkedTitles(meta: Meta, record: EntityRecord): LinkedTitle[] {
  const own = titlesIn(meta.all_fields, record)
  const ofRows = meta.all_fields.flatMap(({ fieldname, fieldtype, options }) => {
    const rows = record[fieldname]
    const fields = meta.links.find(({ id }) => id === options)?.fields
    if (fieldtype !== 'Table' || !fields || !Array.isArray(rows)) return []
    return rows.flatMap((row: EntityRecord) => titlesIn(fields, row))
  })
  return [...own, ...ofRows]
}

function titlesIn(fields: readonly FieldMeta[], values: EntityRecord): LinkedTitle[] {
  return fields.flatMap(({ fieldname, fieldtype, options }) => {
    const [id, title] = [values[fieldname], values._link_titles?.[fieldname]]
    const entity = fieldtype === 'Dynamic Link' && typeof options === 'string' ? values[options] : options
    if (typeof id !== 'string' || title === undefined || typeof entity !== 'string') return []
    return [[entity, id, title]]
  })
}
