import type { EntityRecord } from '@tavla/contract'
import { expect, test } from 'vitest'
import { draftMeta, withNewNames } from './draft-meta.ts'

const stored: EntityRecord = {
  id: 'Invoice',
  type: 'Document',
  title_field: 'subject',
  fields: [
    { id: 'r1', idx: 1, fieldname: 'subject', label: 'Subject', fieldtype: 'Data', in_list_view: 1 },
    { id: 'r2', idx: 2, fieldname: 'secret', label: 'Secret', fieldtype: 'Data', hidden: 1, field_group: 'More' },
  ],
  states: [{ idx: 1, title: 'Open', color: 'Orange' }],
}

test('a draft is shown in its groups, without hidden fields', () => {
  const fields = [
    ...(stored.fields as object[]),
    { idx: 2, fieldname: 'sum', label: 'Sum', fieldtype: 'Currency', field_group: 'Money' },
    { idx: 3, label: 'Unnamed', fieldtype: 'Data' },
  ]
  const meta = draftMeta({ ...stored, fields }, stored, [])
  expect(meta.default_field_group.fields.map((field) => field.label)).toEqual(['Subject', 'Unnamed'])
  expect(meta.field_groups).toMatchObject([{ group_name: 'Money', fields: [{ fieldname: 'sum' }] }])
  expect(meta.states).toEqual([{ title: 'Open', color: 'Orange' }])
})

test('the title follows its renamed field, and changes when another field is chosen', () => {
  const fields = [{ id: 'r1', idx: 1, fieldname: 'topic', label: 'Topic', fieldtype: 'Data' }]
  expect(draftMeta({ ...stored, fields }, stored, []).doc_meta.title_field).toBe('topic')
  expect(draftMeta({ ...stored, title_field: 'secret' }, stored, []).doc_meta.title_field).toBe('secret')
})

test('settings that name several fields follow each of them', () => {
  const fields = [
    { id: 'r1', idx: 1, fieldname: 'topic' },
    { id: 'r2', idx: 2, fieldname: 'secret' },
  ]
  const both = { ...stored, search_fields: 'subject\nsecret' }
  expect(withNewNames({ ...both, fields }, both).search_fields).toBe('topic, secret')
  expect(withNewNames({ ...both, fields, search_fields: 'secret' }, both).search_fields).toBe('secret')
})
