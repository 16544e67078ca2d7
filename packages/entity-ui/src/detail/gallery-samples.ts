import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldTypes, fieldUi } from '@tavla/fields/ui'

/** One field of each type, named after its type, in one column each. */
export function galleryFields(): FieldMeta[] {
  return fieldTypes().map(({ type }, index) => field(nameOf(type), type, { idx: index + 1, label: type }))
}

/** Values of a whole record, so that fields can read each other. */
export function galleryValues(): Record<string, unknown> {
  const values = fieldTypes().map(({ type, sample }) => [nameOf(type), sample.value])
  return { ...Object.fromEntries(values), _link_titles: { link: 'נועה בר-לב', dynamic_link: 'Call the bank' } }
}

/** A minimal meta, for Select's colours and Table's columns. */
export function galleryMeta(): Meta {
  const doc = { id: 'Gallery', fields: galleryFields() } as unknown as Meta['doc_meta']
  return {
    id: 'Gallery',
    doc_meta: doc,
    all_fields: doc.fields,
    states: [
      { title: 'Open', color: 'Orange' },
      { title: 'Working', color: 'Blue' },
      { title: 'Done', color: 'Green' },
      { title: 'Ready', color: 'Green' },
    ],
    links: [
      {
        id: 'Task Item',
        title_field: null,
        fields: [
          field('title', 'Data', { label: 'Title', reqd: 1, in_list_view: 1 }),
          field('done', 'Check', { label: 'Done', in_list_view: 1 }),
          field('hours', 'Float', { label: 'Hours', in_list_view: 1, default: '1' }),
          field('state', 'Select', { label: 'State', in_list_view: 1, options: 'New\nReady', default: 'New' }),
          field('notes', 'Small Text', { label: 'Notes' }),
        ],
      },
    ],
  } as unknown as Meta
}

const nameOf = (type: string) => type.toLowerCase().replaceAll(' ', '_')

function field(fieldname: string, fieldtype: string, more: Partial<FieldMeta>): FieldMeta {
  return {
    idx: 1,
    fieldname,
    fieldtype,
    label: fieldtype,
    description: null,
    options: fieldUi(fieldtype).sample.options ?? null,
    default: null,
    reqd: 0,
    in_list_view: 0,
    in_standard_filter: 0,
    read_only: 0,
    hidden: 0,
    unique: 0,
    permlevel: 0,
    field_group: null,
    length: null,
    ...more,
  }
}
