import type { EntityRecord, ListAnswer, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import type { Answer, SentCall } from '../request.ts'
import { taskMeta } from '../testing/backend.ts'
import { createTaker } from './answer-copies.ts'
import { type CopyPlace, placeOf } from './copied-calls.ts'
import type { Copies } from './copies.ts'

/** Copies in memory, by path. */
function makeCopies(metas: Readonly<Record<string, Meta>> = { '/api/entity/Task': taskMeta() }) {
  const kept = new Map<string, unknown>()
  const copies: Copies = {
    keep: async ({ path }, body) => void kept.set(path, body),
    find: async () => undefined,
    forget: async ({ path }) => void kept.delete(path),
    async forgetBelow(list) {
      for (const path of kept.keys()) if (path === list || path.startsWith(`${list}/T`)) kept.delete(path)
    },
    async changeLists(path, change) {
      const list = kept.get(path)
      const next = list && change(list as ListAnswer)
      if (next) kept.set(path, next)
    },
    metaOf: async (path) => metas[path],
  }
  const takeAnswer = createTaker(copies)
  const take = (method: SentCall['method'], path: string, body: unknown, status = 200) => {
    const answer: Answer = { response: new Response(null, { status }), body, isReadable: true }
    return takeAnswer({ call: { host: '', method, path, params: {}, signal: undefined }, answer, at: 0 })
  }
  const rows = () => (kept.get('/api/entity/Task') as ListAnswer).data
  return { kept, take, rows }
}

const listOf = (...data: EntityRecord[]) => ({ data, field_info: [], title_field: 'subject', count: data.length })
const before: EntityRecord = { id: 'T1', subject: 'Before', modified: '1' }
const after: EntityRecord = { id: 'T1', subject: 'After', modified: '2', summary: 'Long' }

test('a value of a Password field never goes in, in rows neither', async () => {
  const meta = taskMeta()
  const [plain] = meta.all_fields
  if (!plain) throw new Error('Task has no fields')
  const secret = { ...plain, fieldname: 'secret', fieldtype: 'Password' as const }
  const { kept, take } = makeCopies({
    '/api/entity/Task': {
      ...meta,
      all_fields: [...meta.all_fields, secret],
      links: [{ id: 'Task Item', title_field: null, fields: [secret] }],
    },
  })
  const checklist = [{ id: 'R1', title: 'A', secret: 'hidden' }]
  await take('GET', '/api/entity/Task/T1', { entity: { ...before, secret: 'hidden', checklist } })
  expect(JSON.stringify([...kept])).not.toContain('hidden')
  expect(kept.get('/api/entity/Task/T1')).toMatchObject({ entity: { subject: 'Before', checklist: [{ title: 'A' }] } })
})

test('a record is kept once the definition of its entity is known', async () => {
  const metas: Record<string, Meta> = {}
  const { kept, take } = makeCopies(metas)
  await take('GET', '/api/entity/Task/T1', { entity: before })
  await take('GET', '/api/entity/Note/meta', taskMeta())
  expect(kept.has('/api/entity/Task/T1')).toBe(false)
  metas['/api/entity/Task'] = taskMeta()
  await take('GET', '/api/entity/Task/meta', taskMeta())
  expect(kept.get('/api/entity/Task/T1')).toMatchObject({ entity: { subject: 'Before' } })
})

test.each([
  ['read', 'GET', '/api/entity/Task/T1', { entity: after }],
  ['saved', 'PUT', '/api/entity/Task', { entity: after }],
  ['saved with others', 'POST', '/api/entity/Task/bulk-update', { entities: [after] }],
] as const)('a record that was %s renews its row in the lists', async (_how, method, path, body) => {
  const { kept, take, rows } = makeCopies()
  await take('GET', '/api/entity/Task', listOf(before))
  await take(method, path, body)
  expect(rows()).toEqual([{ id: 'T1', subject: 'After', modified: '2' }])
  expect(kept.get('/api/entity/Task/T1')).toEqual({ entity: after })
})

test.each([
  ['deleted', 'DELETE', 200],
  ['gone', 'GET', 404],
  ['refused', 'GET', 403],
] as const)('a record that is %s leaves the copies', async (_how, method, status) => {
  const { kept, take, rows } = makeCopies()
  await take('GET', '/api/entity/Task', listOf(before, { id: 'T2', modified: '1' }))
  await take('GET', '/api/entity/Task/T1', { entity: before })
  await take(method, '/api/entity/Task/T1', status === 200 ? { entity: before } : {}, status)
  expect(kept.has('/api/entity/Task/T1')).toBe(false)
  expect(rows().map(({ id }) => id)).toEqual(['T2'])
})

test.each([
  ['whose list is refused', '/api/entity/Task'],
  ['whose definition is refused', '/api/entity/Task/meta'],
])('an entity %s leaves the copies with all its records', async (_how, refused) => {
  const { kept, take } = makeCopies()
  await take('GET', '/api/entity/Task', listOf(before))
  await take('GET', '/api/entity/Task/T1', { entity: before })
  await take('GET', refused, {}, 403)
  expect([...kept.keys()]).toEqual([])
})

test.each([
  ['without a field', (meta: Meta): Meta => ({ ...meta, all_fields: meta.all_fields.slice(1) })],
  ['for own records alone', (meta: Meta): Meta => withRights(meta, { if_owner: 1 })],
])('a definition that comes back %s takes the records that were read before with it', async (_how, narrow) => {
  const { kept, take } = makeCopies()
  await take('GET', '/api/entity/Task', listOf(before))
  await take('GET', '/api/entity/Task/T1', { entity: before })
  await take('GET', '/api/entity/Task/meta', taskMeta())
  expect([...kept.keys()]).toContain('/api/entity/Task/T1')
  await take('GET', '/api/entity/Task/meta', narrow(taskMeta()))
  expect([...kept.keys()]).toEqual(['/api/entity/Task/meta'])
})

function withRights(meta: Meta, rights: Partial<Meta['doc_meta']['permissions']>): Meta {
  return { ...meta, doc_meta: { ...meta.doc_meta, permissions: { ...meta.doc_meta.permissions, ...rights } } }
}

const place = (path: string, params: SentCall['params'] = {}, host = ''): CopyPlace['kind'] | undefined =>
  placeOf({ host, method: 'GET', path, params, signal: undefined })?.kind

test('lists of people are kept, and not what is read beside them', () => {
  expect(place('/api/entity/Task', { limit_start: 20, limit_page_length: 20 })).toBe('list')
  expect(place('/api/user')).toBe('list')
  expect(place('/api/entity/Task/T%201')).toBe('record')
  expect(place('/api/user/dana%40example.com')).toBe('record')
  expect(place('/api/entity/Task/meta')).toBe('answer')
  expect(place('/api/entity/List%20Setting', { limit_page_length: 500 })).toBe('answer')
  expect(place('/api/auth/validate')).toBe('session')
  expect(place('/api/app/get_home')).toBe('answer')
  expect(place('/api/app/get_home', { parts: 'recent' })).toBeUndefined()
  expect(place('/api/app/views', { entity: 'Task' })).toBe('answer')
  expect(place('/api/app/views', { entity: 'Task', counts: 1 })).toBeUndefined()
  expect(place('/api/entity/Task', { filters: { id: ['in', ['T1']] } })).toBeUndefined()
  expect(place('/api/entity/Task', { fields: ['id'], limit_page_length: 1 })).toBeUndefined()
  expect(place('/api/entity/Task/T1/history')).toBeUndefined()
  expect(place('/api/user/profiles')).toBeUndefined()
  expect(place('/files/a.pdf')).toBeUndefined()
  expect(place('/api/entity/Task', {}, 'https://other.example.com')).toBeUndefined()
})
