import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { checkFields } from './check-fields.ts'

const field = (fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}): FieldMeta =>
  ({
    fieldname,
    fieldtype,
    label: fieldname.toUpperCase(),
    options: null,
    read_only: 0,
    hidden: 0,
    reqd: 0,
    ...more,
  }) as FieldMeta
const required = { reqd: 1 } as const
const texts = (fieldMessages: ReturnType<typeof checkFields>) =>
  Object.fromEntries(Object.entries(fieldMessages).map(([name, { text }]) => [name, text]))

test('a blank required field gets a message; a number, a flag or a read-only field never does', () => {
  const fields = [
    field('subject', 'Data', required),
    field('points', 'Int', required),
    field('done', 'Check', required),
    field('rows', 'Table', required),
    field('made_by', 'Data', { ...required, read_only: 1 }),
  ]
  expect(texts(checkFields(fields, { subject: '  ', rows: [] }))).toEqual({
    subject: '{0} is required',
    rows: '{0} is required',
  })
})

test('invalid JSON and a malformed address get a message before sending', () => {
  const fields = [field('config', 'JSON'), field('email', 'Data'), field('site', 'Data', { options: 'URL' })]
  expect(texts(checkFields(fields, { config: '{', email: 'noa@', site: 'javascript:alert(1)' }))).toEqual({
    config: '{0} must be valid JSON',
    email: '{0} is not a valid email address',
    site: '{0} is not a valid web address',
  })
  expect(checkFields(fields, { config: '{"a":1}', email: 'noa@example.com', site: '' })).toEqual({})
})

test('the message of a text that is too long states the maximum', () => {
  const fields = [field('summary', 'Small Text', { length: 1000 }), field('config', 'JSON', { length: 10 })]
  expect(checkFields(fields, { summary: 'a'.repeat(1001), config: `[${' '.repeat(20)}]` })).toEqual({
    summary: { text: '{0} is too long (maximum {1} characters)', args: [{ translate: 'SUMMARY' }, 1000] },
  })
  expect(checkFields(fields, { summary: 'a'.repeat(1000) })).toEqual({})
})

test('the message of a row states its position', () => {
  const links = [{ id: 'Task Item', title_field: null, fields: [field('title', 'Data', required)] }] as Meta['links']
  const rows = [
    { idx: 0, title: 'x' },
    { idx: 1, title: null },
  ]
  const fieldMessages = checkFields([field('checklist', 'Table', { options: 'Task Item' })], { checklist: rows }, links)
  expect(fieldMessages.checklist).toEqual({
    text: '{0} is required',
    args: [{ translate: 'TITLE' }],
    prefix: { text: 'Row {n}:', args: { n: 2 } },
  })
})
