import type { DocUpdate } from '@tavla/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { incoming } from './testing-whatsapp.ts'

let t: WhatsappTest
let socket: Socket
const told: DocUpdate[] = []

beforeAll(async () => {
  t = await openWhatsapp()
  const url = await t.site.listen()
  socket = io(url, {
    extraHeaders: { cookie: t.staff },
    forceNew: true,
    reconnection: false,
    transports: ['websocket'],
  })
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  socket.on('doc_update', (event: DocUpdate) => told.push(event))
})

afterAll(() => socket.disconnect())

const { newId, newNumber, messageOf, threadOf, arrived } = receiving(() => t)
const subscribe = (entity: string, id: string) => socket.timeout(5000).emitWithAck('doc_subscribe', { entity, id })
const toldOf = (entity: string, id: string) => told.filter((event) => event.entity === entity && event.id === id)

test('clients of a record, its message and its Communication hear when the file of the message has come', async () => {
  const number = newNumber()
  const contact = await t.newContact({ whatsapp_contact_id: number })
  await subscribe('Contact', contact.id)
  const id = newId()
  // The provider has the file only once all clients listen.
  const letGo = t.whatsapp.holdMedia('late', { bytes: Buffer.from('%PDF-1.4 late'), type: 'application/pdf' })
  await t.hook(incoming(id, { type: 'document', document: { id: 'late', mime_type: 'application/pdf' } }, number))
  await arrived(id)
  const [message, thread] = [await messageOf(id), await threadOf(id)]
  await expect.poll(() => toldOf('Contact', contact.id)).toHaveLength(1)
  await subscribe('Communication', thread.id)
  await subscribe('Whatsapp Message', message.id)
  told.length = 0
  letGo()
  await expect.poll(() => told.length).toBe(3)
  expect(toldOf('Contact', contact.id)).toMatchObject([{ action: 'communication' }])
  expect(toldOf('Communication', thread.id)).toMatchObject([{ action: 'updated', changed: ['attachments'] }])
  expect(toldOf('Whatsapp Message', message.id)).toMatchObject([{ action: 'updated', changed: ['attach'] }])
  expect((await t.read('Communication', thread.id)).attachments).toHaveLength(1)
})

test('they hear when the file could not be fetched', async () => {
  const number = newNumber()
  const contact = await t.newContact({ whatsapp_contact_id: number })
  const letGo = t.whatsapp.holdMedia('lost')
  const id = newId()
  await t.hook(incoming(id, { type: 'document', document: { id: 'lost', mime_type: 'application/pdf' } }, number))
  await arrived(id)
  await subscribe('Contact', contact.id)
  told.length = 0
  letGo()
  await expect.poll(() => toldOf('Contact', contact.id)).toMatchObject([{ action: 'communication' }])
  expect((await threadOf(id)).error).toContain('could not be fetched')
})
