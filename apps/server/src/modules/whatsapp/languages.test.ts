import { beforeAll, describe, expect, test } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { accessToken, incoming, statusOf } from './testing-whatsapp.ts'

let t: WhatsappTest
let hebrew: string

beforeAll(async () => {
  t = await openWhatsapp()
  await t.call('PUT', '/api/user/staff@example.com', { language: 'he' }, t.staff)
  hebrew = await t.site.signIn('staff@example.com')
})

const { newNumber, newId, logs, arrived, threadOf } = receiving(() => t)
const errorOf = async (path: string, as: string) => (await t.call('GET', path, undefined, as)).json.entity.error

/** The reason as every user reads it: of the message and of its Communication, in English and in Hebrew. */
async function told(id: string) {
  const { communication } = await t.read('Whatsapp Message', id)
  const paths = [`/api/entity/Whatsapp Message/${id}`, `/api/entity/Communication/${communication}`]
  const english = await Promise.all(paths.map((path) => errorOf(path, t.manager)))
  const inHebrew = await Promise.all(paths.map((path) => errorOf(path, hebrew)))
  const whatsapp_contact_id = (await t.read('Whatsapp Message', id)).whatsapp_contact_id
  const query = new URLSearchParams({ whatsapp_contact_id })
  const thread = await t.call('GET', `/api/app/get_communications?${query}`, undefined, hebrew)
  inHebrew.push(thread.json.communications[0].error)
  expect(new Set(english).size).toBe(1)
  expect(new Set(inHebrew).size).toBe(1)
  return [english[0], inHebrew[0]]
}

describe('the reason of a failure is told to each reader in their language', () => {
  async function failed(code?: number, details?: string) {
    const number = newNumber()
    t.whatsapp.refuse(number, code, 400, details)
    const { id } = (await t.send({ whatsapp_contact_id: number, message: 'Hello' }, t.manager)).json.whatsapp_message
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).error).toBeTruthy()
    return id as string
  }

  test('when the provider cannot be reached', async () => {
    expect(await told(await failed())).toEqual(['WhatsApp cannot be reached.', 'אי אפשר להגיע אל וואטסאפ.'])
  })

  test('when the provider gives a well-known reason, and unchanged when it gives another', async () => {
    expect(await told(await failed(131_026, 'Message undeliverable'))).toEqual([
      'Message undeliverable',
      'לא ניתן למסור את ההודעה',
    ])
    const other = 'Anything\nelse with {0} in it'
    expect(await told(await failed(131_008, other))).toEqual(Array(2).fill('Anything else with {0} in it'))
  })

  test('when a status reports it later', async () => {
    const number = newNumber()
    const { id } = (await t.send({ whatsapp_contact_id: number, message: 'Hello' }, t.manager)).json.whatsapp_message
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe('Sent')
    const { message_id } = await t.read('Whatsapp Message', id)
    await t.hook(statusOf(message_id, 'failed', { errors: [{ code: 131_047, title: 'Re-engagement message' }] }))
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe('Failed')
    expect(await told(id)).toEqual(['Re-engagement message', 'עברו יותר מ-24 שעות מאז ההודעה האחרונה של הנמען'])
  })

  test('when the file of a received message cannot be fetched', async () => {
    const id = newId()
    t.whatsapp.media.set('elsewhere', { bytes: Buffer.from('x'), type: 'image/png', url: 'https://evil.example.com/x' })
    await t.hook(incoming(id, { type: 'image', image: { id: 'elsewhere' } }))
    await arrived(id)
    await expect.poll(async () => (await threadOf(id)).error).toBeTruthy()
    expect(await told((await threadOf(id)).whatsapp_message)).toEqual([
      'The file could not be fetched. WhatsApp named an address for the file that is not its own.',
      'לא ניתן היה להביא את הקובץ. וואטסאפ מסרה לקובץ כתובת שאינה שלה.',
    ])
  })

  test('when the connection itself is at fault, and when a call has no valid signature', async () => {
    const change = (body: object) => t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', ...body }, t.manager)
    await change({ access_token: 'withdrawn' })
    await t.act('Whatsapp Webhook/Live', 'test_connection')
    await t.hook({}, { 'content-type': 'application/json', 'x-hub-signature-256': 'sha256=0' })
    const read = async (language: string) => {
      await t.call('PUT', '/api/user/manager@example.com', { language }, t.manager)
      const { last_error } = (await t.call('GET', '/api/entity/Whatsapp Webhook/Live', undefined, t.manager)).json
        .entity
      const rejected = (await logs()).find(({ outcome }: { outcome: string }) => outcome === 'Rejected')
      const [listed] = await t.list('Whatsapp Webhook', { id: 'Live' })
      expect(listed.last_error).toBe(last_error)
      return [last_error, rejected.error]
    }
    const english = await read('en')
    expect(english).toEqual([
      'Error validating access token: Session has expired',
      'The signature is missing or wrong.',
    ])
    expect((await read('he'))[1]).toBe('החתימה חסרה או שגויה.')
    expect(await read('en')).toEqual(english)
    await change({ access_token: accessToken })
  })
})
