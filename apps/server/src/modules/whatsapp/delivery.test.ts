import { describe, expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { messageOf } from '../../testing/test-site.ts'
import { sendingTests } from './testing-sending.ts'
import { statusOf } from './testing-whatsapp.ts'

const tests = sendingTests()
const { newNumber, reaches, sent, sentTo, stateOf } = tests

describe('a refusal', () => {
  test.each([131_047, 131_026, 100, 131_051])(
    'with code %i is final, and its reason is at the message and its Communication',
    async (code) => {
      const number = newNumber()
      tests.t.whatsapp.refuse(number, code, 400, `Plain reason ${code}`)
      const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
      const { id, communication } = json.whatsapp_message
      await reaches(id, 'Failed')
      expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({
        error: `Plain reason ${code}`,
        error_code: code,
      })
      expect(await tests.t.read('Communication', communication)).toMatchObject({
        delivery_status: 'Error',
        error: `Plain reason ${code}`,
      })
    },
  )

  test.each([
    [4, 400],
    [80_007, 400],
    [130_429, 429],
    [131_056, 400],
    [131_000, 500],
    [1, 503],
  ])('with code %s and status %i is retried', async (code, status) => {
    const number = newNumber()
    tests.t.whatsapp.refuse(number, code, status)
    const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id } = json.whatsapp_message
    await expect.poll(async () => (await tests.t.read('Whatsapp Message', id)).error).toBe(`Details of ${code}`)
    expect(await stateOf(id)).toBe('Queued')
    const row = await tests.t.site.site.store.get<{ attempts: number; state: string }>(
      sql`select attempts, state from outbox where kind = 'whatsapp' and ref = ${id}`,
    )
    expect(row).toMatchObject({ attempts: 1, state: 'Queued' })
    await tests.t.site.site.store.write((tx) => tests.t.site.site.outbox.retry(tx, 'whatsapp', id))
    await reaches(id, 'Sent')
    expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({ error: null, error_code: 0 })
  })

  test('of a failed message is cleared when it is sent again', async () => {
    const number = newNumber()
    tests.t.whatsapp.refuse(number, 131_026)
    const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await reaches(id, 'Failed')
    expect((await tests.t.act(`Whatsapp Message/${id}`, 'resend', {}, tests.t.staff)).status).toBe(200)
    await reaches(id, 'Sent')
    expect(await tests.t.read('Communication', communication)).toMatchObject({ delivery_status: 'Sent', error: null })
    const again = await tests.t.act(`Whatsapp Message/${id}`, 'resend')
    expect([again.status, messageOf(again.json).message]).toEqual([
      409,
      'This is not possible while the message is Sent.',
    ])
  })

  test('that the provider reports later also allows a retry, under a new id', async () => {
    const { id, message_id } = await sent()
    await tests.t.hook(statusOf(message_id, 'failed', { errors: [{ code: 131_049, title: 'Not delivered' }] }))
    await reaches(id, 'Failed')
    await tests.t.act(`Whatsapp Message/${id}`, 'resend')
    await reaches(id, 'Sent')
    expect((await tests.t.read('Whatsapp Message', id)).message_id).not.toBe(message_id)
  })

  test('of the connection itself is noted there until it works again', async () => {
    const { act, call, read, manager } = tests.t
    await call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', access_token: 'expired' }, manager)
    const { json } = await tests.t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
    await reaches(json.whatsapp_message.id, 'Failed')
    expect(await read('Whatsapp Webhook', 'Live')).toMatchObject({
      status: 'Error',
      last_error: 'Error validating access token: Session has expired',
    })
    const tested = await act('Whatsapp Webhook/Live', 'test_connection')
    expect([tested.status, messageOf(tested.json).message]).toEqual([
      502,
      'Error validating access token: Session has expired',
    ])
    await call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', access_token: 'EAAG-test-token' }, manager)
    expect((await act('Whatsapp Webhook/Live', 'test_connection')).json.data).toEqual({
      status: 'Active',
      display_phone_number: '+972 3-555-0100',
      verified_name: 'Tavla Bakery',
    })
    expect(await read('Whatsapp Webhook', 'Live')).toMatchObject({ status: 'Active', last_error: null })
    expect((await act('Whatsapp Webhook/Live', 'test_connection', {}, tests.t.staff)).status).toBe(403)
  })
})

describe('sending', () => {
  test('through the sandbox reaches nobody, and marks the message as delivered a moment later', async () => {
    const before = tests.t.whatsapp.requests.length
    const { json } = await tests.t.send({
      whatsapp_contact_id: newNumber(),
      message: 'Hello',
      whatsapp_webhook: 'Sandbox',
    })
    const { id, communication } = json.whatsapp_message
    await expect.poll(() => stateOf(id)).toBe('Delivered')
    expect((await tests.t.read('Whatsapp Message', id)).message_id).toMatch(/^sandbox\.[0-9a-f]+$/)
    expect((await tests.t.read('Communication', communication)).delivery_status).toBe('Delivered')
    expect(tests.t.whatsapp.requests.length).toBe(before)
  })

  test('pauses while the site may not reach people, and resumes', async () => {
    const allow = (may_reach_people: number) =>
      tests.t.call('PUT', '/api/entity/System Settings', { may_reach_people }, tests.t.manager)
    await allow(0)
    const number = newNumber()
    const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await reaches(id, 'Held')
    expect((await tests.t.read('Communication', communication)).delivery_status).toBe('Queued')
    expect(sentTo(number)).toEqual([])
    await allow(1)
    tests.t.site.site.outbox.wake()
    await reaches(id, 'Sent')
    expect(sentTo(number)).toHaveLength(1)
  })

  test('keeps the messages of one conversation in their order', async () => {
    const number = newNumber()
    const letGo = tests.t.whatsapp.hold(number)
    const texts = ['one', 'two', 'three']
    for (const message of texts) await tests.t.send({ whatsapp_contact_id: number, message })
    await expect.poll(() => sentTo(number).length).toBe(1)
    const other = await sent()
    expect(sentTo(number)).toHaveLength(1)
    letGo()
    await expect.poll(() => sentTo(number).map(({ text }) => (text as { body: string }).body)).toEqual(texts)
    expect(other.status).toBe('Sent')
  })

  describe('that is cut off after a whole message had left', () => {
    const outboxOf = (id: string) =>
      tests.t.site.site.store.get<{ attempts: number; state: string }>(
        sql`select attempts, state from outbox where kind = 'whatsapp' and ref = ${id}`,
      )
    const tryAgain = (id: string) =>
      tests.t.site.site.store.write((tx) => tests.t.site.site.outbox.retry(tx, 'whatsapp', id))
    const errorOf = async (id: string) => (await tests.t.read('Whatsapp Message', id)).error
    const twice = 'The first attempt was cut off. It may have arrived twice.'
    const maybe = 'WhatsApp cannot be reached. It may have arrived already.'

    async function sendCutOff(times: number) {
      const number = newNumber()
      for (let count = 0; count < times; count++) tests.t.whatsapp.refuse(number)
      const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
      const { id, communication } = json.whatsapp_message
      await expect.poll(() => errorOf(id)).toBe('WhatsApp cannot be reached.')
      expect(await stateOf(id)).toBe('Queued')
      expect(await outboxOf(id)).toEqual({ attempts: 1, state: 'Queued' })
      return { id, communication, number }
    }

    test('is retried once, and the message keeps the note that it may have arrived twice', async () => {
      const { id, communication, number } = await sendCutOff(1)
      await tryAgain(id)
      await reaches(id, 'Sent')
      expect(sentTo(number)).toHaveLength(2)
      const { message_id, error } = await tests.t.read('Whatsapp Message', id)
      expect(error).toBe(twice)
      await tests.t.hook(statusOf(message_id, 'read'))
      await reaches(id, 'Read')
      expect(await errorOf(id)).toBe(twice)
      expect((await tests.t.read('Communication', communication)).error).toBe(twice)
    })

    test('each time ends as failed, and a later status of its arrival corrects that', async () => {
      const { id, communication, number } = await sendCutOff(5)
      for (let attempts = 2; attempts <= 5; attempts++) {
        await tests.t.site.site.store.write((tx) =>
          tx.run(sql`update outbox set next_attempt = '2020-01-01' where ref = ${id}`),
        )
        tests.t.site.site.outbox.wake()
        await expect.poll(async () => (await outboxOf(id))?.attempts).toBe(attempts)
      }
      await reaches(id, 'Failed')
      expect(await errorOf(id)).toBe(maybe)
      expect(sentTo(number)).toHaveLength(5)
      await tests.t.hook(statusOf('wamid.believed', 'delivered', { biz_opaque_callback_data: id }))
      await reaches(id, 'Delivered')
      expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({ message_id: 'wamid.believed', error: null })
      expect(await tests.t.read('Communication', communication)).toMatchObject({
        delivery_status: 'Delivered',
        error: null,
      })
    })

    test('is not retried once a status has reported its arrival', async () => {
      const { id, number } = await sendCutOff(1)
      await tests.t.hook(statusOf('wamid.settled', 'sent', { biz_opaque_callback_data: id }))
      await reaches(id, 'Sent')
      await tryAgain(id)
      await expect.poll(async () => (await outboxOf(id))?.state).toBe('Sent')
      expect(sentTo(number)).toHaveLength(1)
      expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({ status: 'Sent', error: null })
    })

    test('or that no server took at all, keeps its remaining attempts', async () => {
      const nowhere = { base_url: 'http://127.0.0.1:9' }
      await tests.t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', ...nowhere }, tests.t.manager)
      const { json } = await tests.t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
      const { id } = json.whatsapp_message
      await expect.poll(() => errorOf(id)).toBe('WhatsApp cannot be reached.')
      await tests.t.site.site.store.write((tx) =>
        tx.run(sql`update outbox set attempts = 3, next_attempt = '2020-01-01' where ref = ${id}`),
      )
      tests.t.site.site.outbox.wake()
      await expect.poll(() => outboxOf(id)).toEqual({ attempts: 4, state: 'Queued' })
      await tests.t.call(
        'PUT',
        '/api/entity/Whatsapp Webhook',
        { id: 'Live', base_url: tests.t.whatsapp.url },
        tests.t.manager,
      )
      await tryAgain(id)
      await reaches(id, 'Sent')
      expect(await errorOf(id)).toBeNull()
    })
  })

  test('happens once for a message whose status arrives before the answer', async () => {
    const number = newNumber()
    const letGo = tests.t.whatsapp.hold(number)
    const { json } = await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id } = json.whatsapp_message
    await expect.poll(() => sentTo(number).length).toBe(1)
    await tests.t.hook(statusOf('wamid.early', 'delivered', { biz_opaque_callback_data: id }))
    await reaches(id, 'Delivered')
    letGo()
    await tests.t.site.site.outbox.settled()
    expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({ status: 'Delivered' })
    expect(sentTo(number)).toHaveLength(1)
  })

  test('marks a possible duplicate after a crash', async () => {
    const { engine, store, outbox } = tests.t.site.site
    await tests.t.call('PUT', '/api/entity/System Settings', { may_reach_people: 0 }, tests.t.manager)
    const { json } = await tests.t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
    const { id } = json.whatsapp_message
    await reaches(id, 'Held')
    await store.write((tx) =>
      tx.run(
        sql`update outbox set state = 'Sending', lease_owner = 'dead', lease_until = '2020-01-01' where ref = ${id}`,
      ),
    )
    await tests.t.call('PUT', '/api/entity/System Settings', { may_reach_people: 1 }, tests.t.manager)
    outbox.wake()
    await reaches(id, 'Sent')
    expect((await tests.t.read('Whatsapp Message', id)).error).toBe(
      'The first attempt was cut off. It may have arrived twice.',
    )
    expect(engine.settings.may_reach_people).toBe(1)
  })
})
