import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldTypes } from '@tavla/fields/ui'

interface Sample {
  filled: unknown
  options?: string
}

/** Something to show for each type; a type that isn't here shows itself empty. */
const samples: Readonly<Record<string, Sample>> = {
  Attach: { filled: '/files/חוזה-שכירות-3f9c2b.pdf' },
  'Attach Image': { filled: `data:image/svg+xml,${encodeURIComponent(picture())}` },
  Check: { filled: 1 },
  Code: { filled: 'for (const row of rows) {\n  console.log(row.id)\n}' },
  Currency: { filled: 1234567.5, options: 'ILS' },
  Data: { filled: 'מרפאת שיניים Smile & Co. (סניף 2)' },
  Date: { filled: '2026-01-05' },
  Datetime: { filled: '2026-01-05 10:30:00.000000' },
  Duration: { filled: 93_784 },
  'Dynamic Link': { filled: 'TASK-0001', options: 'link' },
  Float: { filled: 1234.5678 },
  Int: { filled: 1_234_567 },
  JSON: { filled: { name: 'נועה', tags: ['a', 'b'] } },
  Link: { filled: 'a1b2c3d4e5', options: 'Contact' },
  'Long Text': { filled: 'שורה ראשונה בעברית.\nA second line in English.\nשורה שלישית עם מספר 1,234.' },
  Password: { filled: '********' },
  'Read Only': { filled: 'Dana Levi' },
  Select: { filled: 'Open', options: 'Open\nWorking\nDone\nCancelled' },
  'Small Text': { filled: 'תיאור קצר' },
  Table: {
    filled: [
      { id: 'r1', idx: 1, title: 'לקנות חלב', done: 1, hours: 1.5, state: 'Ready' },
      { id: 'r2', idx: 2, title: 'Call the bank', done: 0, hours: 0, state: 'New' },
    ],
    options: 'Task Item',
  },
  Text: { filled: 'A text\nof two lines' },
  'Text Editor': { filled: 'Plain, as it was written' },
  Time: { filled: '08:15:00' },
}

/** A field of each type, named as its type, in one column each. */
export function galleryFields(): FieldMeta[] {
  return fieldTypes().map(({ type }, index) => field(nameOf(type), type, { idx: index + 1, label: type }))
}

/** Values of a whole record, so that each field finds the others. */
export function galleryValues(): Record<string, unknown> {
  const values = fieldTypes().map(({ type }) => [nameOf(type), samples[type]?.filled ?? null])
  return { ...Object.fromEntries(values), _link_titles: { link: 'נועה בר-לב', dynamic_link: 'Call the bank' } }
}

/** Enough of a meta for Select's colours and Table's columns. */
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
    options: samples[fieldtype]?.options ?? null,
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

function picture(): string {
  const shape = '<circle cx="80" cy="50" r="30" fill="#6d5ae6"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" width="160" height="100"><rect width="160" height="100" fill="#dfe3f5"/>${shape}</svg>`
}
