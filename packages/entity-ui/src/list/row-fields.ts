import { type EntityState, isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'

/** Which field stands where in a row or on a card. */
export interface RowFields {
  /** Undefined when the id is the title. */
  title: FieldMeta | undefined
  image: FieldMeta | undefined
  /** Drawn beside the title, in the colours of the entity's states. */
  pills: FieldMeta[]
  others: FieldMeta[]
}

/** Parts the fields of a list: a person's choice in its order, else those of the list view in the order of the form. */
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
    listFields.length > 0 ? listFields.map(named) : listMeta.fieldInfo.filter((field) => field.in_list_view)
  const shown = chosen
    .filter((field) => field !== undefined)
    .filter((field) => !field.hidden && field.fieldname !== title?.fieldname && field.fieldname !== image?.fieldname)
  return {
    title: title?.fieldname === 'id' ? undefined : title,
    // A hidden picture field shows no picture (spec 2.11).
    image: image?.hidden ? undefined : image,
    pills: shown.filter(isPill),
    others: shown.filter((field) => !isPill(field) && !(title === undefined && field.fieldname === 'id')),
  }
}

/** The other fields of a row, without one that says again what stands there as its title: the id that was made from it. */
export function otherFields(record: EntityRecord, { title, others }: RowFields): readonly FieldMeta[] {
  return title ? others : others.filter(({ fieldname }) => record[fieldname] !== record.id)
}

/** True where the id says something that the title does not; a blank title is drawn as the id already (spec 2.7). */
export function hasOwnTitle(record: EntityRecord, title: FieldMeta | undefined): boolean {
  if (!title || !isRead(record)) return false
  const value = record[title.fieldname]
  return !isBlank(value) && String(value) !== record.id
}

/** Text of a record's title for where only text can stand, such as a name for screen readers. */
export function titleText(record: EntityRecord, title: FieldMeta | undefined): string {
  const value = title && (record._link_titles?.[title.fieldname] ?? record[title.fieldname])
  return isBlank(value) ? record.id : String(value)
}

const isPill = (field: FieldMeta) => fieldUi(field.fieldtype).isPill === true
