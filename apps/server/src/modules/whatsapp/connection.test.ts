import { beforeAll, describe, expect, test } from 'vitest'
import { systemContext, updateRecord } from '../../entity/index.ts'
import { type Answer, messageOf } from '../../testing/test-site.ts'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { accessToken, ids } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newNumber } = receiving(() => t)
const change = async (values: object, id = 'Live') => {
  const answer = await t.call('PUT', '/api/entity/Whatsapp Webhook', { id, ...values }, t.manager)
  expect([answer.status, answer.json._error_message]).toEqual([200, undefined])
}
const connection = (id = 'Live') => t.read('Whatsapp Webhook', id)
const send = (more: object = {}) => t.send({ whatsapp_contact_id: newNumber(), message: 'Hello', ...more })
const reaches = (id: string, status: string) =>
  expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe(status)

async function sendTo(status: string, more: object = {}) {
  const { id, whatsapp_webhook } = (await send(more)).json.whatsapp_message
  await reaches(id, status)
  return whatsapp_webhook
}

const fail = () => {
  const { engine } = t.site.site
  const values = { status: 'Error', last_error: 'The token is old.' }
  return updateRecord(engine, systemContext(engine), 'Whatsapp Webhook', 'Live', values)
}

async function refusals(ask: () => Promise<Answer>, user: string) {
  const told: string[] = []
  for (const language of ['he', 'en']) {
    await t.call('PUT', `/api/user/${user}`, { language }, t.manager)
    const { status, json } = await ask()
    expect(status).toBe(417)
    told.push(messageOf(json).message)
  }
  return told
}

describe('the default connection', () => {
  test('is tried again after a refusal, and a message that it does not send is never marked as delivered', async () => {
    await change({ access_token: 'expired' })
    for (const _ of ['first', 'next']) {
      expect(await sendTo('Failed')).toBe('Live')
      expect((await connection()).status).toBe('Error')
    }
    await change({ access_token: accessToken })
    expect(await connection()).toMatchObject({ status: 'Active', last_error: null })
    expect(await sendTo('Sent')).toBe('Live')
  })

  test('in Error is Active again once a message gets through', async () => {
    await fail()
    expect(await sendTo('Sent')).toBe('Live')
    expect(await connection()).toMatchObject({ status: 'Active', last_error: null })
  })

  test('sends nothing while it is inactive, and no sandbox replaces it', async () => {
    await change({ status: 'Inactive' })
    const told = ['חיבור הוואטסאפ Live אינו פעיל', 'The WhatsApp connection Live is not active']
    const plain = (text: string) => text.replace(/[\u2066-\u2069]/g, '')
    expect((await refusals(() => send(), 'staff@example.com')).map(plain)).toEqual(told)
    const body = { template_name: 'closed', body: 'Hello' }
    await t.call('POST', '/api/entity/Whatsapp Template', body, t.manager)
    const submit = () => t.act('Whatsapp Template/closed-he', 'submit_template')
    expect((await refusals(submit, 'manager@example.com')).map(plain)).toEqual(told)
    expect((await t.read('Whatsapp Template', 'closed-he')).status).toBe('Draft')
    const idle = t.whatsapp.connection('Idle line', { is_default: 0, phone_number_id: '701', status: 'Inactive' })
    await t.call('POST', '/api/entity/Whatsapp Webhook', idle, t.manager)
    const named = (whatsapp_webhook: string) => refusals(() => send({ whatsapp_webhook }), 'staff@example.com')
    for (const unseen of ['Idle line', 'No line']) {
      expect((await named(unseen)).map(plain)[1]).toBe(`Could not find Whatsapp Webhook: ${unseen}`)
    }
    // A user who names the sandbox gets the sandbox.
    expect(await sendTo('Delivered', { whatsapp_webhook: 'Sandbox' })).toBe('Sandbox')

    const other = t.whatsapp.connection('Other line', { is_default: 0, phone_number_id: '700' })
    await t.call('POST', '/api/entity/Whatsapp Webhook', other, t.manager)
    expect(await sendTo('Sent')).toBe('Other line')
    await change({ status: 'Active' })
    await fail()
    expect(await sendTo('Sent')).toBe('Live')
    await change({ status: 'Inactive' }, 'Other line')
  })

  test('may be the sandbox', async () => {
    await change({ is_default: 1 }, 'Sandbox')
    expect(await sendTo('Delivered')).toBe('Sandbox')
    await change({ is_default: 0 }, 'Sandbox')
    expect(await sendTo('Sent')).toBe('Live')
    await change({ is_default: 1 })
  })
})

describe('a connection in Error', () => {
  test.each([
    ['token', { access_token: accessToken }],
    ['secret', { app_secret: 'another' }],
    ['number', { phone_number_id: '99' }],
    ['address', { base_url: 'http://127.0.0.1:9' }],
  ])('is Active again when its %s changes', async (_what, values) => {
    await fail()
    await change({ status: 'Error', ...values })
    expect(await connection()).toMatchObject({ status: 'Active', last_error: null })
    await change({ phone_number_id: ids.phone, base_url: t.whatsapp.url })
  })

  test('stays in Error when another field changes, and keeps its fault when it becomes inactive', async () => {
    await fail()
    await change({ access_token: '********', app_secret: '********', mark_read_on_open: 0 })
    expect(await connection()).toMatchObject({ status: 'Error', last_error: 'The token is old.' })
    await change({ status: 'Inactive', access_token: accessToken })
    expect(await connection()).toMatchObject({ status: 'Inactive', last_error: 'The token is old.' })
    await fail()
    await change({ status: 'Active' })
    expect(await connection()).toMatchObject({ status: 'Active', last_error: null })
  })
})

test('a template that only the sandbox approved is not sent through a live default connection until it is submitted there', async () => {
  const body = { template_name: 'early', body: 'Hello', whatsapp_webhook: 'Sandbox' }
  await t.call('POST', '/api/entity/Whatsapp Template', body, t.manager)
  const submit = async () => (await t.act('Whatsapp Template/early-he', 'submit_template')).json.data
  expect(await submit()).toMatchObject({ status: 'Approved' })
  const { status, json } = await send({ template: 'early-he' })
  expect([status, messageOf(json).message]).toEqual([417, 'Template early-he is not approved'])
  await t.call('PUT', '/api/entity/Whatsapp Template', { id: 'early-he', whatsapp_webhook: 'Live' }, t.manager)
  expect((await t.read('Whatsapp Template', 'early-he')).status).toBe('Draft')
  expect((await submit()).status).toBe('Pending')
  expect(t.whatsapp.templates.map(({ name }) => name)).toEqual(['early'])
})
