import { beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { messageOf } from '../../testing/test-site.ts'
import { openWhatsapp, type WhatsappTest } from './testing-parts.ts'
import { statusOf } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const numberOf = (n: number) => `97250111${String(n).padStart(4, '0')}`
let people = 0
/** A number that no other test uses. */
const newNumber = () => numberOf(++people)

const stateOf = async (id: string) => (await t.read('Whatsapp Message', id)).status
const reaches = (id: string, status: string) => expect.poll(() => stateOf(id)).toBe(status)
const sentTo = (to: string) => t.whatsapp.messages.filter((message) => message.to === to)

async function sent(more: object = {}) {
  const number = newNumber()
  const { json } = await t.send({ whatsapp_contact_id: number, message: 'שלום', ...more })
  const { id } = json.whatsapp_message
  await reaches(id, 'Sent')
  return { id, number, ...(await t.read('Whatsapp Message', id)) }
}

describe('a message', () => {
  test('to a record goes to its number, and is in its thread as sent', async () => {
    const contact = await t.newContact({ phone: '050-222 3344' })
    const { status, json } = await t.send({ entity: 'Contact', id: contact.id, message: 'שלום\nנועה' })
    expect([status, json.message]).toEqual([200, 'WhatsApp message queued'])
    expect(json.whatsapp_message).toMatchObject({
      type: 'Outgoing',
      status: 'Queued',
      whatsapp_contact_id: '972502223344',
      content_type: 'text',
      reference_entity: 'Contact',
      reference_id: contact.id,
      communication: json.communication.id,
      whatsapp_webhook: 'Live',
    })
    expect(json.communication).toMatchObject({
      subject: 'שלום נועה',
      communication_medium: 'WhatsApp',
      sent_or_received: 'Sent',
      status: 'Linked',
      delivery_status: 'Queued',
      whatsapp_contact_id: '972502223344',
      whatsapp_message: json.whatsapp_message.id,
      text_content: 'שלום\nנועה',
      user: 'staff@example.com',
    })
    await reaches(json.whatsapp_message.id, 'Sent')
    expect(sentTo('972502223344')).toEqual([
      {
        messaging_product: 'whatsapp',
        recipient_type: 'individual',
        to: '972502223344',
        biz_opaque_callback_data: json.whatsapp_message.id,
        type: 'text',
        text: { preview_url: true, body: 'שלום\nנועה' },
      },
    ])
    const message = await t.read('Whatsapp Message', json.whatsapp_message.id)
    expect(message.message_id).toMatch(/^wamid\./)
    expect(message.sent_at).not.toBeNull()
    expect(await t.read('Communication', json.communication.id)).toMatchObject({
      delivery_status: 'Sent',
      message_id: message.message_id,
    })
  })

  test('sends live events to clients of its record, from the queue until it is read', async () => {
    const number = newNumber()
    const contact = await t.newContact({ whatsapp_contact_id: number })
    const { json } = await t.send({ entity: 'Contact', id: contact.id, message: 'Hello' })
    await reaches(json.whatsapp_message.id, 'Sent')
    await t.site.site.outbox.settled()
    const heard: string[] = []
    const stop = t.site.site.engine.listen(({ entity, id, action }) => heard.push(`${entity} ${id} ${action}`))
    await t.hook(statusOf((await t.read('Whatsapp Message', json.whatsapp_message.id)).message_id, 'read'))
    await reaches(json.whatsapp_message.id, 'Read')
    stop()
    expect(heard).toContain(`Contact ${contact.id} communication`)
    expect(heard).toContain(`Communication ${json.communication.id} updated`)
  })

  test.each([
    ['050-123-4567', '972501234567'],
    ['+972 (50) 123-4567', '972501234567'],
    ['972501234567', '972501234567'],
    ['00972501234567', '972501234567'],
    ['+9720501234567', '972501234567'],
    ['+1 415 555 2671', '14155552671'],
  ])('to %s goes to %s', async (whatsapp_contact_id, wanted) => {
    const { json } = await t.send({ whatsapp_contact_id, message: 'Hello' })
    expect(json.whatsapp_message.whatsapp_contact_id).toBe(wanted)
  })

  test('prefers the given number to that of the record, and its WhatsApp number to its phone', async () => {
    const contact = await t.newContact({ phone: '03-555 0101', whatsapp_contact_id: '972540000001' })
    const to = async (more: object) =>
      (await t.send({ entity: 'Contact', id: contact.id, message: 'Hi', ...more })).json.whatsapp_message
        .whatsapp_contact_id
    expect(await to({})).toBe('972540000001')
    expect(await to({ whatsapp_contact_id: '0540000002' })).toBe('972540000002')
  })

  test('is refused, and leaves nothing behind, when a value is missing or not allowed', async () => {
    const contact = await t.newContact()
    const before = (await t.list('Whatsapp Message', {})).length
    const refusal = async (body: object, as = t.staff) => {
      const { status, json } = await t.send(body, as)
      return [status, messageOf(json).message]
    }
    const on = { entity: 'Contact', id: contact.id, message: 'Hi' }
    expect(await refusal(on)).toEqual([417, 'A WhatsApp number is required'])
    expect(await refusal({ message: 'Hi' })).toEqual([417, 'A WhatsApp number is required'])
    const to = { whatsapp_contact_id: '0501234567' }
    expect((await refusal({ whatsapp_contact_id: 'noa', message: 'Hi' }))[0]).toBe(417)
    expect(await refusal(to)).toEqual([417, 'Message is required'])
    expect(await refusal({ ...to, message: 'x'.repeat(4097) })).toEqual([
      417,
      'Message is too long (maximum 4,096 characters)',
    ])
    expect(await refusal({ ...to, content_type: 'image' })).toEqual([417, 'Attach is required'])
    expect((await refusal({ ...to, content_type: 'order', message: 'Hi' }))[0]).toBe(417)
    expect((await refusal({ ...to, message: 'Hi', whatsapp_webhook: 'Nowhere' }))[0]).toBe(417)
    expect((await refusal({ entity: 'Contact', id: 'nobody', ...to, message: 'Hi' }))[0]).toBe(404)
    expect((await refusal({ entity: 'Email Account', id: 'office', ...to, message: 'Hi' }))[0]).toBe(403)
    const guest = await t.site.call('POST', '/api/app/send_whatsapp', { body: { ...to, message: 'Hi' } })
    expect(guest.status).toBe(401)
    expect((await t.list('Whatsapp Message', {})).length).toBe(before)
  })

  test('that is created as a record is sent by the same rules', async () => {
    const number = newNumber()
    const body = { type: 'Outgoing', whatsapp_contact_id: number, message: 'By hand', status: 'Read', message_id: 'x' }
    const { json } = await t.call('POST', '/api/entity/Whatsapp Message', body)
    expect(json.entity).toMatchObject({ status: 'Queued', message_id: null })
    expect(json.entity.modified).toBe((await t.read('Whatsapp Message', json.entity.id)).modified)
    await reaches(json.entity.id, 'Sent')
    expect(sentTo(number)).toHaveLength(1)
    const [communication] = await t.list('Communication', { whatsapp_message: json.entity.id })
    expect(communication).toMatchObject({ subject: 'By hand', delivery_status: 'Sent' })
    expect((await t.call('POST', '/api/entity/Whatsapp Message', { ...body, whatsapp_contact_id: 'noa' })).status).toBe(
      417,
    )
  })

  test('keeps its content', async () => {
    const { id } = await sent()
    await t.call('PUT', '/api/entity/Whatsapp Message', { id, message: 'Other', whatsapp_contact_id: '972500000000' })
    expect((await t.read('Whatsapp Message', id)).message).toBe('שלום')
  })

  test('belongs to a record that its writer may read, or to none', async () => {
    const { id } = await sent()
    const contact = await t.newContact()
    const put = async (values: object) =>
      (await t.call('PUT', '/api/entity/Whatsapp Message', { id, ...values })).status
    const beside = { reference_entity: 'Contact', reference_id: contact.id }
    const secret = { reference_entity: 'Email Account', reference_id: 'office' }
    const half = { reference_entity: 'Contact', reference_id: null }
    expect(await put(secret)).toBe(417)
    expect(await put({ ...secret, reference_id: 'nobody' })).toBe(417)
    expect(await put(half)).toBe(417)
    expect(await put({ reference_id: contact.id })).toBe(417)
    expect(await t.read('Whatsapp Message', id)).toMatchObject({ reference_entity: null, reference_id: null })
    expect(await put(beside)).toBe(200)
    expect(await t.read('Whatsapp Message', id)).toMatchObject(beside)
    expect(await put({ reference_entity: null, reference_id: null })).toBe(200)

    for (const type of ['Incoming', 'Outgoing']) {
      const create = (values: object) => {
        const body = { type, whatsapp_contact_id: newNumber(), message: 'Hello', ...values }
        return t.call('POST', '/api/entity/Whatsapp Message', body)
      }
      expect([type, (await create(secret)).status]).toEqual([type, 417])
      expect([type, (await create(half)).status]).toEqual([type, 417])
      expect([type, (await create(beside)).status]).toEqual([type, 200])
    }
  })

  test('marks the open messages of its contact as replied, and no others', async () => {
    const [number, other] = [newNumber(), newNumber()]
    const received = async (whatsapp_contact_id: string) => {
      const { engine } = t.site.site
      const { createRecord, systemContext } = await import('../../entity/index.ts')
      const body = {
        subject: 'Hi',
        communication_medium: 'WhatsApp',
        sent_or_received: 'Received',
        whatsapp_contact_id,
      }
      return (await createRecord(engine, systemContext(engine), 'Communication', body)).id
    }
    const [mine, others] = [await received(number), await received(other)]
    await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    expect((await t.read('Communication', mine)).status).toBe('Replied')
    expect((await t.read('Communication', others)).status).toBe('Open')
  })

  test('that answers another refers to it', async () => {
    const { id, message_id } = await sent()
    const { communication } = await t.read('Whatsapp Message', id)
    const answer = await sent({ reply_to_message_id: message_id })
    expect(sentTo(answer.number)[0]).toMatchObject({ context: { message_id } })
    expect((await t.read('Communication', answer.communication)).in_reply_to).toBe(communication)
    const reaction = await sent({ content_type: 'reaction', message: '👍', reply_to_message_id: message_id })
    expect(sentTo(reaction.number)[0]).toMatchObject({ type: 'reaction', reaction: { message_id, emoji: '👍' } })
  })
})

describe('a file', () => {
  const upload = async (as: string, name = 'plan.pdf', is_private = '1') => {
    const filedata = Buffer.from(`%PDF-1.4 of ${name}`).toString('base64')
    const { json } = await t.call('POST', '/api/files', { filedata, filename: name, is_private, decode_base64: 1 }, as)
    return json.file
  }

  test('is uploaded to the provider, and users who may read the message may open it', async () => {
    const file = await upload(t.staff)
    const message = await sent({ content_type: 'document', attach: file.id, message: 'The plan' })
    const [body] = sentTo(message.number) as { document: { id: string } }[]
    expect(body).toMatchObject({ type: 'document', document: { caption: 'The plan', filename: 'plan.pdf' } })
    const bytes = t.whatsapp.media.get(body?.document.id ?? '')?.bytes.toString() ?? ''
    expect(bytes).toContain('%PDF-1.4 of plan.pdf')
    expect(bytes).toContain('name="messaging_product"\r\n\r\nwhatsapp')
    expect(bytes).toContain('Content-Type: application/pdf')
    expect((await t.read('Communication', message.communication)).attachments).toMatchObject([{ file: file.id }])
    expect((await t.read('File', file.id)).attached_to_id).toBe(message.id)
  })

  test('at a web address is sent as that address', async () => {
    const link = 'https://www.example.com/menu.jpg'
    const { number } = await sent({ content_type: 'image', attach: link, message: null })
    expect(sentTo(number)[0]).toMatchObject({ type: 'image', image: { link } })
  })

  test('that the sender may not see is not sent, even if they know its address', async () => {
    const { file_url } = await upload(t.manager, 'salaries.pdf')
    const body = { whatsapp_contact_id: newNumber(), content_type: 'document', attach: file_url }
    expect((await t.send(body)).status).toBe(417)
    expect((await t.call('POST', '/api/entity/Whatsapp Message', { ...body, type: 'Outgoing' })).status).toBe(417)
    expect((await t.send(body, t.manager)).status).toBe(200)
  })
})

describe('a refusal', () => {
  test.each([131_047, 131_026, 100, 131_051])(
    'with code %i is final, and its reason is at the message and its Communication',
    async (code) => {
      const number = newNumber()
      t.whatsapp.refuse(number, code, 400, `Plain reason ${code}`)
      const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
      const { id, communication } = json.whatsapp_message
      await reaches(id, 'Failed')
      expect(await t.read('Whatsapp Message', id)).toMatchObject({ error: `Plain reason ${code}`, error_code: code })
      expect(await t.read('Communication', communication)).toMatchObject({
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
    t.whatsapp.refuse(number, code, status)
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id } = json.whatsapp_message
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).error).toBe(`Details of ${code}`)
    expect(await stateOf(id)).toBe('Queued')
    const row = await t.site.site.store.get<{ attempts: number; state: string }>(
      sql`select attempts, state from outbox where kind = 'whatsapp' and ref = ${id}`,
    )
    expect(row).toMatchObject({ attempts: 1, state: 'Queued' })
    await t.site.site.store.write((tx) => t.site.site.outbox.retry(tx, 'whatsapp', id))
    await reaches(id, 'Sent')
    expect(await t.read('Whatsapp Message', id)).toMatchObject({ error: null, error_code: 0 })
  })

  test('of a failed message is cleared when it is sent again', async () => {
    const number = newNumber()
    t.whatsapp.refuse(number, 131_026)
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await reaches(id, 'Failed')
    expect((await t.act(`Whatsapp Message/${id}`, 'resend', {}, t.staff)).status).toBe(200)
    await reaches(id, 'Sent')
    expect(await t.read('Communication', communication)).toMatchObject({ delivery_status: 'Sent', error: null })
    const again = await t.act(`Whatsapp Message/${id}`, 'resend')
    expect([again.status, messageOf(again.json).message]).toEqual([
      409,
      'This is not possible while the message is Sent.',
    ])
  })

  test('that the provider reports later also allows a retry, under a new id', async () => {
    const { id, message_id } = await sent()
    await t.hook(statusOf(message_id, 'failed', { errors: [{ code: 131_049, title: 'Not delivered' }] }))
    await reaches(id, 'Failed')
    await t.act(`Whatsapp Message/${id}`, 'resend')
    await reaches(id, 'Sent')
    expect((await t.read('Whatsapp Message', id)).message_id).not.toBe(message_id)
  })

  test('of the connection itself is noted there until it works again', async () => {
    const { act, call, read, manager } = t
    await call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', access_token: 'expired' }, manager)
    const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
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
    expect((await act('Whatsapp Webhook/Live', 'test_connection', {}, t.staff)).status).toBe(403)
  })
})

describe('sending', () => {
  test('through the sandbox reaches nobody, and marks the message as delivered a moment later', async () => {
    const before = t.whatsapp.requests.length
    const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello', whatsapp_webhook: 'Sandbox' })
    const { id, communication } = json.whatsapp_message
    await expect.poll(() => stateOf(id), { timeout: 5000 }).toBe('Delivered')
    expect((await t.read('Whatsapp Message', id)).message_id).toMatch(/^sandbox\.[0-9a-f]+$/)
    expect((await t.read('Communication', communication)).delivery_status).toBe('Delivered')
    expect(t.whatsapp.requests.length).toBe(before)
  })

  test('pauses while the site may not reach people, and resumes', async () => {
    const allow = (may_reach_people: number) =>
      t.call('PUT', '/api/entity/System Settings', { may_reach_people }, t.manager)
    await allow(0)
    const number = newNumber()
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await reaches(id, 'Held')
    expect((await t.read('Communication', communication)).delivery_status).toBe('Queued')
    expect(sentTo(number)).toEqual([])
    await allow(1)
    t.site.site.outbox.wake()
    await reaches(id, 'Sent')
    expect(sentTo(number)).toHaveLength(1)
  })

  test('keeps the messages of one conversation in their order', async () => {
    const number = newNumber()
    const letGo = t.whatsapp.hold(number)
    const texts = ['one', 'two', 'three']
    for (const message of texts) await t.send({ whatsapp_contact_id: number, message })
    await expect.poll(() => sentTo(number).length).toBe(1)
    const other = await sent()
    expect(sentTo(number)).toHaveLength(1)
    letGo()
    await expect.poll(() => sentTo(number).map(({ text }) => (text as { body: string }).body)).toEqual(texts)
    expect(other.status).toBe('Sent')
  })

  describe('that is cut off after a whole message had left', () => {
    const outboxOf = (id: string) =>
      t.site.site.store.get<{ attempts: number; state: string }>(
        sql`select attempts, state from outbox where kind = 'whatsapp' and ref = ${id}`,
      )
    const tryAgain = (id: string) => t.site.site.store.write((tx) => t.site.site.outbox.retry(tx, 'whatsapp', id))
    const errorOf = async (id: string) => (await t.read('Whatsapp Message', id)).error
    const twice = 'The first attempt was cut off. It may have arrived twice.'
    const maybe = 'WhatsApp cannot be reached. It may have arrived already.'

    async function sendCutOff(times: number) {
      const number = newNumber()
      for (let count = 0; count < times; count++) t.whatsapp.refuse(number)
      const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
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
      const { message_id, error } = await t.read('Whatsapp Message', id)
      expect(error).toBe(twice)
      await t.hook(statusOf(message_id, 'read'))
      await reaches(id, 'Read')
      expect(await errorOf(id)).toBe(twice)
      expect((await t.read('Communication', communication)).error).toBe(twice)
    })

    test('each time ends as failed, and a later status of its arrival corrects that', async () => {
      const { id, communication, number } = await sendCutOff(5)
      for (let attempts = 2; attempts <= 5; attempts++) {
        await t.site.site.store.write((tx) =>
          tx.run(sql`update outbox set next_attempt = '2020-01-01' where ref = ${id}`),
        )
        t.site.site.outbox.wake()
        await expect.poll(async () => (await outboxOf(id))?.attempts).toBe(attempts)
      }
      await reaches(id, 'Failed')
      expect(await errorOf(id)).toBe(maybe)
      expect(sentTo(number)).toHaveLength(5)
      await t.hook(statusOf('wamid.believed', 'delivered', { biz_opaque_callback_data: id }))
      await reaches(id, 'Delivered')
      expect(await t.read('Whatsapp Message', id)).toMatchObject({ message_id: 'wamid.believed', error: null })
      expect(await t.read('Communication', communication)).toMatchObject({ delivery_status: 'Delivered', error: null })
    })

    test('is not retried once a status has reported its arrival', async () => {
      const { id, number } = await sendCutOff(1)
      await t.hook(statusOf('wamid.settled', 'sent', { biz_opaque_callback_data: id }))
      await reaches(id, 'Sent')
      await tryAgain(id)
      await expect.poll(async () => (await outboxOf(id))?.state).toBe('Sent')
      expect(sentTo(number)).toHaveLength(1)
      expect(await t.read('Whatsapp Message', id)).toMatchObject({ status: 'Sent', error: null })
    })

    test('or that no server took at all, keeps its remaining attempts', async () => {
      const nowhere = { base_url: 'http://127.0.0.1:9' }
      await t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', ...nowhere }, t.manager)
      const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
      const { id } = json.whatsapp_message
      await expect.poll(() => errorOf(id)).toBe('WhatsApp cannot be reached.')
      await t.site.site.store.write((tx) =>
        tx.run(sql`update outbox set attempts = 3, next_attempt = '2020-01-01' where ref = ${id}`),
      )
      t.site.site.outbox.wake()
      await expect.poll(() => outboxOf(id)).toEqual({ attempts: 4, state: 'Queued' })
      await t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', base_url: t.whatsapp.url }, t.manager)
      await tryAgain(id)
      await reaches(id, 'Sent')
      expect(await errorOf(id)).toBeNull()
    })
  })

  test('happens once for a message whose status arrives before the answer', async () => {
    const number = newNumber()
    const letGo = t.whatsapp.hold(number)
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id } = json.whatsapp_message
    await expect.poll(() => sentTo(number).length).toBe(1)
    await t.hook(statusOf('wamid.early', 'delivered', { biz_opaque_callback_data: id }))
    await reaches(id, 'Delivered')
    letGo()
    await t.site.site.outbox.settled()
    expect(await t.read('Whatsapp Message', id)).toMatchObject({ status: 'Delivered' })
    expect(sentTo(number)).toHaveLength(1)
  })

  test('marks a possible duplicate after a crash', async () => {
    const { engine, store, outbox } = t.site.site
    await t.call('PUT', '/api/entity/System Settings', { may_reach_people: 0 }, t.manager)
    const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
    const { id } = json.whatsapp_message
    await reaches(id, 'Held')
    await store.write((tx) =>
      tx.run(
        sql`update outbox set state = 'Sending', lease_owner = 'dead', lease_until = '2020-01-01' where ref = ${id}`,
      ),
    )
    await t.call('PUT', '/api/entity/System Settings', { may_reach_people: 1 }, t.manager)
    outbox.wake()
    await reaches(id, 'Sent')
    expect((await t.read('Whatsapp Message', id)).error).toBe(
      'The first attempt was cut off. It may have arrived twice.',
    )
    expect(engine.settings.may_reach_people).toBe(1)
  })
})

test('a connection may call this machine only if the site itself listens on loopback', async () => {
  const elsewhere = await openWhatsapp({ publicUrl: 'https://staff.example.com' }).catch(
    (error: Error) => error.message,
  )
  expect(elsewhere).toContain('The value for Base URL is not valid')
  const body = { ...t.whatsapp.connection('Inside', { phone_number_id: '2' }), base_url: 'https://10.0.0.5' }
  expect((await t.call('POST', '/api/entity/Whatsapp Webhook', body, t.manager)).status).toBe(417)
})
