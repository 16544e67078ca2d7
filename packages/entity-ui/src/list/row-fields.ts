import { type EntityState, isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'

/** The places of fields in a row or on a card. */
export interface RowFields {
  /** Undefined when the id is the title. */
  title: FieldMeta | undefined
  image: FieldMeta | undefined
  /** Shown beside the title, in the colours of the entity's states. */
  pills: FieldMeta[]
  others: FieldMeta[]
  /** All of them in the list's order, the columns of a list with room for them. */
  inOrder: FieldMeta[]
  /** Columns of the other fields in a wide list, as a grid template; they depend only on types, so that all rows align. */
  tracks: string
}

/**
 * Sorts the fields of a list into places: the person's choice in its order, else the list view's fields in
 * the order of the form.
 */
export function rowFields({
  meta,
  listFields,
  listMeta,
}: Pick<EntityState, 'meta' | 'listFields' | 'listMeta'>): RowFields {
  const known = meta?.all_fields ?? listMeta.fieldInfo
  const named = (name: string | null | undefined) => known.find((field) => field.fieldname === name)
  const title = named(meta ? meta.doc_meta.title_field : listMeta.titleField)
  const image = named(meta?.doc_meta.image_field)
  const chosen =
    listFields.length > 0
      ? listFields.map(named)
      : // The picture already shows the record's colour.
        listMeta.fieldInfo.filter((field) => field.in_list_view && !(image && field.fieldname === 'color'))
  const shown = chosen
    .filter((field) => field !== undefined)
    .filter((field) => !field.hidden && field.fieldname !== title?.fieldname && field.fieldname !== image?.fieldname)
  const hasTitle = title !== undefined && title.fieldname !== 'id'
  const others = shown.filter((field) => !isPill(field) && (hasTitle || field.fieldname !== 'id'))
  // A field that is rarely drawn comes last, where it leaves no gap between columns.
  const naming = hasTitle || meta?.doc_meta.naming_rule !== 'Field' ? undefined : others.find(isNaming)
  const ordered = naming ? [...others.filter((field) => field !== naming), naming] : others
  return {
    title: hasTitle ? title : undefined,
    // A hidden picture field shows no picture (reference: screens, Detail form).
    image: image?.hidden ? undefined : image,
    pills: shown.filter(isPill),
    others: ordered,
    inOrder: [
      ...shown.filter((field) => isPill(field) || (others.includes(field) && field !== naming)),
      ...(naming ? [naming] : []),
    ],
    tracks: ordered.map(trackOf).join(' '),
  }
}

/** The other fields of a card, without one that repeats the id, which the card shows already. */
export function otherFields(record: EntityRecord, { others }: RowFields): readonly FieldMeta[] {
  return others.filter((field) => !saysId(record, field))
}

/** True for a field whose text equals the record's id, ignoring case, such as the field that ids are made from. */
export function saysId(record: EntityRecord, { fieldname }: FieldMeta): boolean {
  const value = record[fieldname]
  return typeof value === 'string' && value.trim().toLowerCase() === record.id.toLowerCase()
}

/** True if the id differs from the title; a blank title already shows the id (reference: screens, Tiles). */
export function hasOwnTitle(record: EntityRecord, title: FieldMeta | undefined): boolean {
  if (!title || !isRead(record)) return false
  const value = record[title.fieldname]
  return !isBlank(value) && String(value) !== record.id
}

/** A record's title as plain text, such as for a name for screen readers. */
export function titleText(record: EntityRecord, title: FieldMeta | undefined): string {
  const value = title && (record._link_titles?.[title.fieldname] ?? record[title.fieldname])
  return isBlank(value) ? record.id : String(value)
}

const isPill = (field: FieldMeta) => fieldUi(field.fieldtype).isPill === true

/** A guess from metadata: the field that ids are made from is required and unique. */
const isNaming = (field: FieldMeta) => field.reqd === 1 && field.unique === 1

/** Column width in proportion to the usual length of a type's values. */
function trackOf(field: FieldMeta): string {
  const { isNarrow, isNumeric, wide } = fieldUi(field.fieldtype)
  return `minmax(4rem, ${isNarrow ? '0.5fr' : isNumeric ? '0.7fr' : wide ? '1.5fr' : '1fr'})`
}
