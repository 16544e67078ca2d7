import { ownLayoutOf } from '@tavla/client'
import type { FieldMeta, ListLayout, Meta } from '@tavla/contract'

/** The layouts that an entity's fields allow, after one that the application has for it alone (reference: screens, List choices). */
export const layoutsOf = (meta: Meta): ListLayout[] => [
  ...[ownLayoutOf(meta) ?? []].flat(),
  ...(['List', 'Table', 'Tiles'] as const),
  ...(meta.doc_meta.fields.some(canBeColumns) ? (['Board'] as const) : []),
  ...(meta.doc_meta.fields.some(canBeDays) ? (['Calendar'] as const) : []),
]

const canBeColumns = ({ fieldtype, hidden }: FieldMeta) => !hidden && (fieldtype === 'Select' || fieldtype === 'Link')
const canBeDays = ({ fieldtype, hidden }: FieldMeta) => !hidden && (fieldtype === 'Date' || fieldtype === 'Datetime')
