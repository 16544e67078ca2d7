import type { DocUpdate, ListUpdate, NotificationUpdate } from '@tavla/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestSite } from '../../testing/test-site.ts'
import { openWork, type Work } from './testing-work.ts'

let work: Work
const open: Socket[] = []
afterAll(() => {
  for (const socket of open) socket.disconnect()
})
beforeAll(async () => {
  work = await openWork(makeTestSite)
})

const url = createOnce(() => work.site.listen())

async function connect(as: 'noa' | 'zoe'): Promise<Socket> {
  const cookie = await work.site.signIn(`${as}@example.com`)
  const options = { forceNew: true, reconnection: false, transports: ['websocket'] }
  const socket = io(await url(), { ...options, extraHeaders: { cookie } })
  open.push(socket)
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  return socket
}

function createOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

const ask = (socket: Socket, event: string, payload: object) => socket.timeout(5000).emitWithAck(event, payload)

test('a note is told to those who look at its record, and to no list', async () => {
  const about = await work.newCase()
  const [entity, id] = [about.reference_entity, about.reference_id]
  const noa = await connect('noa')
  const told: (DocUpdate | ListUpdate)[] = []
  for (const event of ['doc_update', 'list_update']) noa.on(event, (payload) => told.push(payload))
  await ask(noa, 'doc_subscribe', { entity, id })
  await ask(noa, 'list_update', { entity })
  const zoe = await connect('zoe')
  expect(await ask(zoe, 'doc_subscribe', { entity, id })).toMatchObject({ ok: false, status: 403 })
  const note = await work.create('dan', 'Note', { ...about, text: 'Look at this' })
  await work.ok(work.call('dan', 'DELETE', `/api/entity/Note/${note.id}`))
  await work.ok(work.call('dan', 'PUT', `/api/entity/${entity}/${id}`, { state: 'seen' }))
  await expect.poll(() => told.map(({ action }) => action)).toEqual(['note', 'note', 'updated', 'updated'])
  expect(told[0]).toMatchObject({ entity, id, action: 'note', user: 'dan@example.com', changed: [] })
  expect(JSON.stringify(told)).not.toContain('Look')
})

test('a notification is told to the sockets of its person, with their number and no content', async () => {
  const about = await work.newCase()
  const [noa, zoe] = [await connect('noa'), await connect('zoe')]
  const told: NotificationUpdate[] = []
  const others: unknown[] = []
  noa.on('notification', (update: NotificationUpdate) => told.push(update))
  zoe.on('notification', (update) => others.push(update))
  const text = 'Hidden @[noa@example.com] @[zoe@example.com]'
  await work.create('eve', 'Note', { ...about, text })
  await work.create('eve', 'Note', { ...about, text })
  await expect.poll(() => told.length).toBeGreaterThan(0)
  expect(told[0]).toEqual({ id: expect.any(String), kind: 'Mention', unread: 1 })
  await work.ok(work.call('noa', 'POST', '/api/app/mark_notifications', { all: 1, status: 'Read' }))
  await expect.poll(() => told.at(-1)).toEqual({ id: null, kind: null, unread: 0 })
  await ask(zoe, 'list_leave', { entity: 'Nothing' })
  expect(others).toEqual([])
  expect(JSON.stringify(told)).not.toContain('Hidden')
})
