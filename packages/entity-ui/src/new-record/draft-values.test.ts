import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { draftValues, newRecordFields } from './draft-values.ts'

const field = (fieldname: string, more: Partial<FieldMeta> = {}) =>
  ({
    fieldname,
    fieldtype: 'Data',
    default: null,
    reqd: 0,
    in_list_view: 0,
    hidden: 0,
    read_only: 0,
    ...more,
  }) as FieldMeta

const meta = (naming_rule: string) =>
  ({
    id: 'Task',
    doc_meta: {
      naming_rule,
      fields: [
        field('subject', { reqd: 1 }),
        field('status', { in_list_view: 1 }),
        field('notes'),
        field('score', { in_list_view: 1, read_only: 1 }),
        field('secret', { reqd: 1, hidden: 1 }),
      ],
    },
  }) as unknown as Meta

const names = (one: Meta) => newRecordFields(one).map(({ fieldname }) => fieldname)

test('the form has the required and the listed fields that the user can set', () => {
  expect(names(meta('Series'))).toEqual(['subject', 'status'])
})

test('an entity with entered ids asks for the id first', () => {
  expect(names(meta('Prompt'))).toEqual(['id', 'subject', 'status'])
  expect(newRecordFields(meta('Prompt'))[0]?.reqd).toBe(1)
})

test('an id that follows the title stands after it and may be blank', () => {
  const named = meta('Prompt')
  Object.assign(named.doc_meta, { title_field: 'status' })
  const fields = newRecordFields(named, { idFrom: (title) => title, moreFields: ['notes', 'score'] })
  expect(fields.map(({ fieldname }) => fieldname)).toEqual(['status', 'id', 'subject', 'notes'])
  expect(fields[1]?.reqd).toBe(0)
})

test('the caller leaves listed fields out and says the order of others', () => {
  const asked = newRecordFields(meta('Series'), {
    moreFields: ['notes'],
    leaveOut: ['status'],
    order: ['notes', 'subject'],
  })
  expect(asked.map(({ fieldname }) => fieldname)).toEqual(['notes', 'subject'])
})

test("the form shows the server's defaults under typed values", () => {
  const fields = [
    field('status', { default: 'Open' }),
    field('due', { default: 'Today' }),
    field('at', { default: 'Now' }),
    field('by', { default: '__user' }),
    field('subject'),
  ]
  const surroundings = { now: () => '2026-01-05 10:00:00.000000', user: 'dana@example.com' }
  expect(draftValues(fields, { status: 'Done' }, surroundings)).toEqual({
    status: 'Done',
    due: '2026-01-05',
    at: '2026-01-05 10:00:00',
    by: 'dana@example.com',
  })
})
