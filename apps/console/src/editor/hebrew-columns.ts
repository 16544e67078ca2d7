import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { fieldMeta } from './preview/draft-meta.ts'

const column = (fieldname: string, label: string, fieldtype: string): FieldMeta =>
  fieldMeta({ idx: 1, fieldname, label, fieldtype }, 0)

const hebrewLabel = column('label_he', 'Hebrew Label', 'Data')
const hebrewDescription = column('description_he', 'Hebrew Description', 'Small Text')

/**
 * The meta of a definition with the Hebrew beside its English texts, which a server keeps as translations and not as
 * columns (reference: texts, Labels of an entity). A record of an older server has none.
 */
export function withHebrew(meta: Meta, record: EntityRecord): Meta {
  if (record.label_he === undefined) return meta
  const { doc_meta, default_field_group: first, links } = meta
  return {
    ...meta,
    doc_meta: { ...doc_meta, fields: [...doc_meta.fields, hebrewLabel, hebrewDescription] },
    default_field_group: { ...first, fields: [hebrewLabel, ...first.fields, hebrewDescription] },
    links: links.map((link) =>
      link.id === 'Entity Field' ? { ...link, fields: [...link.fields, hebrewLabel, hebrewDescription] } : link,
    ),
  }
}
