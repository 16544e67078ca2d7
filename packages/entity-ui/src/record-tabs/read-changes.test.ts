import type { FieldMeta, Meta, VersionData, VersionRecord } from '@tavla/contract'
import { expect, test } from 'vitest'
import { readChanges } from './read-changes.ts'

const field = (fieldname: string, fieldtype = 'Data', more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype, label: fieldname, hidden: 0, options: null, ...more }) as FieldMeta

const meta = {
  all_fields: [
    field('id'),
    field('subject'),
    field('contact', 'Link', { options: 'Contact' }),
    field('secret_note', 'Data', { hidden: 1 }),
    field('checklist', 'Table', { options: 'Task Item' }),
  ],
  links: [
    { id: 'Task Item', title_field: null, fields: [field('title'), field('who', 'Link', { options: 'Contact' })] },
  ],
} as unknown as Meta

const version = (data: Partial<VersionData>, more: Partial<VersionRecord> = {}): VersionRecord => ({
  id: 'v1',
  action: 'Updated',
  user: 'noa@example.com',
  at: '2026-01-05 10:00:00.000000',
  data: { changed: [], added: [], removed: [], ...data },
  ...more,
})

test('changes have the order of the form, whatever order they were written in', () => {
  const changes = readChanges(
    version({
      changed: [
        ['contact', null, 'c1'],
        ['subject', 'a', 'b'],
      ],
    }),
    meta,
    null,
  )
  expect(changes.map((change) => change.label)).toEqual(['subject', 'contact'])
})

test('a new record shows the values it was given, and no blank ones', () => {
  const data = {
    changed: [
      ['subject', null, 'a'],
      ['contact', null, null],
    ] as VersionData['changed'],
  }
  const [only, ...others] = readChanges(version(data), meta, null)
  expect(only?.fields).toMatchObject([{ before: null, after: { value: 'a' } }])
  expect(others).toEqual([])
})

test('hidden and deleted fields are left out', () => {
  const data = {
    changed: [
      ['secret_note', 'a', 'b'],
      ['former', 'a', 'b'],
    ] as VersionData['changed'],
  }
  expect(readChanges(version(data), meta, null)).toEqual([])
})

test('a linked record shows its title, in a field and in the row of a table', () => {
  const titles = { contact: { c1: 'Noa Bar' }, 'checklist.who': { c2: 'Dana Levi' } }
  const data = {
    changed: [['contact', 'c0', 'c1']] as VersionData['changed'],
    added: [['checklist', { id: 'r1', idx: 1, title: 'Flour', who: 'c2' }]] as VersionData['added'],
  }
  const [link, row] = readChanges(version(data, { titles }), meta, null)
  expect(link?.fields[0]?.after?.values._link_titles).toEqual({ contact: 'Noa Bar' })
  expect(link?.fields[0]?.before?.values._link_titles).toEqual({})
  expect(row).toMatchObject({ label: 'checklist', kind: 'row added' })
  expect(row?.fields[1]?.after?.values._link_titles).toEqual({ who: 'Dana Levi' })
})

test('a changed row shows only the cells that differ, and a row that only moved nothing', () => {
  const row = { id: 'r1', idx: 1, title: 'Flour', who: 'c2' }
  const changed = [
    ['checklist', row, { ...row, idx: 2 }],
    ['checklist', row, { ...row, title: 'Sugar' }],
  ] as VersionData['changed']
  const [only, ...others] = readChanges(version({ changed }), meta, null)
  expect(only?.fields).toMatchObject([
    { field: { fieldname: 'title' }, before: { value: 'Flour' }, after: { value: 'Sugar' } },
  ])
  expect(others).toEqual([])
})
