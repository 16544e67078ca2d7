import type { HomeAnswer, HomePart } from '@tavla/contract'
import { expect, test } from 'vitest'
import { affectedParts, heardEntities } from './affected.ts'

const part = (entity: string): HomePart => {
  return { count: 1, items: [{ entity, id: '1', title: '', at: null, state: null, color: null, line: '' }] }
}
const nav = { label: 'Order', icon: null, layout: 'List', open_count: 0, count: 1 } as const
const home: Partial<HomeAnswer> = {
  assigned: part('Order'),
  recent: part('Contact'),
  changed: null,
  views: [{ id: 'v', title: 'V', entity: 'Task', icon: null, count: 1, sum: null }],
  entities: [{ ...nav, id: 'Order' }],
}
const affected = (entity: string, user = 'ada') => [...affectedParts(home, { entity, user }, 'noa')].toSorted()

test('a change is read again where its entity stands, and nowhere else', () => {
  expect(affected('Order')).toEqual(['assigned', 'entities'])
  expect(affected('Contact')).toEqual(['recent'])
  expect(affected('Task')).toEqual(['views'])
  expect(affected('Product')).toEqual([])
})

test('messages, assignments and reminders belong to parts of their own, and one’s own change is a changed record', () => {
  expect(affected('Communication')).toEqual(['entities', 'waiting'])
  expect(affected('Assignment')).toEqual(['assigned', 'waiting'])
  expect(affected('Reminder')).toEqual(['reminders'])
  expect(affected('Product', 'noa')).toEqual(['changed'])
})

test('the lists that are heard are those on screen, each once and not too many', () => {
  expect(heardEntities(home)).toEqual(
    expect.arrayContaining(['Communication', 'Order', 'Contact', 'Task', 'Reminder', 'List View']),
  )
  const entities = Array.from({ length: 300 }, (_, n) => ({ ...nav, id: `E${n}` }))
  expect(heardEntities({ entities }).length).toBe(40)
})
