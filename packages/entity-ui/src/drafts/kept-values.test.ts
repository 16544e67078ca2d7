import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { keptOf, keptOver, takeUp } from './kept-values.ts'

const field = (fieldname: string, fieldtype = 'Data', options: string | null = null) =>
  ({ fieldname, fieldtype, label: fieldname, options, hidden: 0, read_only: 0 }) as FieldMeta

const fields = [field('subject'), field('key', 'Password'), field('lines', 'Table', 'Line')]
const links = [{ id: 'Line', fields: [field('text'), field('token', 'Password')] }] as Meta['links']
const base: EntityRecord = { id: 'A-1', modified: '2026-01-05 10:00:00', subject: 'Roof', lines: [] }

test('no password is kept, in fields nor in rows', () => {
  const lines = [{ id: 'r1', text: 'Beam', token: 'hush' }]
  const kept = keptOf({ base, changes: { subject: 'Roofs', key: 'hush', lines } }, { fields, links })
  expect(kept?.changes).toEqual({ subject: 'Roofs', lines: [{ id: 'r1', text: 'Beam' }] })
  expect(keptOf({ base, changes: { key: 'hush' } }, { fields, links })).toBeNull()
})

test('a draft is continued on what it stands on, whatever came since', () => {
  const kept = keptOf({ base, changes: { subject: 'Roofs' } }, { fields, links })
  const stored = { ...base, modified: '2026-01-06 10:00:00', subject: 'Wall', lines: [{ id: 'r1' }] }
  expect(kept && takeUp(kept, stored, fields)).toEqual({
    base: { ...stored, modified: base.modified, subject: 'Roof' },
    changes: { subject: 'Roofs' },
    gone: [],
  })
})

test('fields that are gone, or of another type by now, are named and the rest is continued', () => {
  const kept = keptOf({ base, changes: { subject: 'Roofs', lines: [] } }, { fields, links })
  const now = [field('subject')]
  expect(kept && takeUp(kept, base, now)).toMatchObject({ changes: { subject: 'Roofs' }, gone: ['lines'] })
  expect(kept && takeUp(kept, base, [field('subject', 'Int'), ...fields.slice(1)]).gone).toEqual(['subject'])
})

test('a waiting draft stands on what it began with, under what is typed before the answer', () => {
  const form = { fields, links }
  const waiting = keptOf({ base, changes: { subject: 'Roofs' } }, form)
  const now = { ...base, modified: '2026-01-06 10:00:00', subject: 'Wall' }
  const typed = keptOf({ base: now, changes: { lines: [{ id: 'r1' }] } }, form)
  expect(keptOver(waiting, typed)).toMatchObject({
    base: { modified: base.modified, values: { subject: 'Roof', lines: [] } },
    changes: { subject: 'Roofs', lines: [{ id: 'r1' }] },
  })
  expect(keptOver(waiting, null)).toBe(waiting)
  expect(keptOver(null, typed)).toBe(typed)
})
