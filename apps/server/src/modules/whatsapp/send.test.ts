import { describe, expect, test } from 'vitest'
import { messageOf } from '../../testing/test-site.ts'
import { openWhatsapp } from './testing-parts.ts'
import { sendingTests } from './testing-sending.ts'
import { statusOf } from './testing-whatsapp.ts'

const tests = sendingTests()
const { newNumber, reaches, sent, sentTo } = tests

describe('a message', () => {
  test('to a record goes to its number, and is in its thread as sent', async () => {
    const contact = await tests.t.newContact({ phone: '050-222 3344' })
    const { status, json } = await tests.t.send({ entity: 'Contact', id: contact.id, message: 'שלום\nנועה' })
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
    const message = await tests.t.read('Whatsapp Message', json.whatsapp_message.id)
    expect(message.message_id).toMatch(/^wamid\./)
    expect(message.sent_at).not.toBeNull()
    expect(await tests.t.read('Communication', json.communication.id)).toMatchObject({
      delivery_status: 'Sent',
      message_id: message.message_id,
    })
  })

  test('takes no note about its record along', async () => {
    const contact = await tests.t.newContact({ phone: '050-222 3355' })
    const place = { reference_entity: 'Contact', reference_id: contact.id }
    const note = await tests.t.call('POST', '/api/entity/Note', { ...place, text: 'CONFIDENTIAL' })
    expect(note.status).toBe(200)
    const { json } = await tests.t.send({ entity: 'Contact', id: contact.id, message: 'Hello' })
    await reaches(json.whatsapp_message.id, 'Sent')
    expect(JSON.stringify(sentTo('972502223355'))).not.toContain('CONFIDENTIAL')
    expect(JSON.stringify(sentTo('972502223355'))).toContain('Hello')
  })

  test('sends live events to clients of its record, from the queue until it is read', async () => {
    const number = newNumber()
    const contact = await tests.t.newContact({ whatsapp_contact_id: number })
    const { json } = await tests.t.send({ entity: 'Contact', id: contact.id, message: 'Hello' })
    await reaches(json.whatsapp_message.id, 'Sent')
    await tests.t.site.site.outbox.settled()
    const heard: string[] = []
    const stop = tests.t.site.site.engine.listen(({ entity, id, action }) => heard.push(`${entity} ${id} ${action}`))
    await tests.t.hook(statusOf((await tests.t.read('Whatsapp Message', json.whatsapp_message.id)).message_id, 'read'))
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
    const { json } = await tests.t.send({ whatsapp_contact_id, message: 'Hello' })
    expect(json.whatsapp_message.whatsapp_contact_id).toBe(wanted)
  })

  test('prefers the given number to that of the record, and its WhatsApp number to its phone', async () => {
    const contact = await tests.t.newContact({ phone: '03-555 0101', whatsapp_contact_id: '972540000001' })
    const to = async (more: object) =>
      (await tests.t.send({ entity: 'Contact', id: contact.id, message: 'Hi', ...more })).json.whatsapp_message
        .whatsapp_contact_id
    expect(await to({})).toBe('972540000001')
    expect(await to({ whatsapp_contact_id: '0540000002' })).toBe('972540000002')
  })

  test('is refused, and leaves nothing behind, when a value is missing or not allowed', async () => {
    const contact = await tests.t.newContact()
    const before = (await tests.t.list('Whatsapp Message', {})).length
    const refusal = async (body: object, as = tests.t.staff) => {
      const { status, json } = await tests.t.send(body, as)
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
    const guest = await tests.t.site.call('POST', '/api/app/send_whatsapp', { body: { ...to, message: 'Hi' } })
    expect(guest.status).toBe(401)
    expect((await tests.t.list('Whatsapp Message', {})).length).toBe(before)
  })

  test('that is created as a record is sent by the same rules', async () => {
    const number = newNumber()
    const body = { type: 'Outgoing', whatsapp_contact_id: number, message: 'By hand', status: 'Read', message_id: 'x' }
    const { json } = await tests.t.call('POST', '/api/entity/Whatsapp Message', body)
    expect(json.entity).toMatchObject({ status: 'Queued', message_id: null })
    expect(json.entity.modified).toBe((await tests.t.read('Whatsapp Message', json.entity.id)).modified)
    await reaches(json.entity.id, 'Sent')
    expect(sentTo(number)).toHaveLength(1)
    const [communication] = await tests.t.list('Communication', { whatsapp_message: json.entity.id })
    expect(communication).toMatchObject({ subject: 'By hand', delivery_status: 'Sent' })
    expect(
      (await tests.t.call('POST', '/api/entity/Whatsapp Message', { ...body, whatsapp_contact_id: 'noa' })).status,
    ).toBe(417)
  })

  test('keeps its content', async () => {
    const { id } = await sent()
    await tests.t.call('PUT', '/api/entity/Whatsapp Message', {
      id,
      message: 'Other',
      whatsapp_contact_id: '972500000000',
    })
    expect((await tests.t.read('Whatsapp Message', id)).message).toBe('שלום')
  })

  test('belongs to a record that its writer may read, or to none', async () => {
    const { id } = await sent()
    const contact = await tests.t.newContact()
    const put = async (values: object) =>
      (await tests.t.call('PUT', '/api/entity/Whatsapp Message', { id, ...values })).status
    const beside = { reference_entity: 'Contact', reference_id: contact.id }
    const secret = { reference_entity: 'Email Account', reference_id: 'office' }
    const half = { reference_entity: 'Contact', reference_id: null }
    expect(await put(secret)).toBe(417)
    expect(await put({ ...secret, reference_id: 'nobody' })).toBe(417)
    expect(await put(half)).toBe(417)
    expect(await put({ reference_id: contact.id })).toBe(417)
    expect(await tests.t.read('Whatsapp Message', id)).toMatchObject({ reference_entity: null, reference_id: null })
    expect(await put(beside)).toBe(200)
    expect(await tests.t.read('Whatsapp Message', id)).toMatchObject(beside)
    expect(await put({ reference_entity: null, reference_id: null })).toBe(200)

    for (const type of ['Incoming', 'Outgoing']) {
      const create = (values: object) => {
        const body = { type, whatsapp_contact_id: newNumber(), message: 'Hello', ...values }
        return tests.t.call('POST', '/api/entity/Whatsapp Message', body)
      }
      expect([type, (await create(secret)).status]).toEqual([type, 417])
      expect([type, (await create(half)).status]).toEqual([type, 417])
      expect([type, (await create(beside)).status]).toEqual([type, 200])
    }
  })

  test('marks the open messages of its contact as replied, and no others', async () => {
    const [number, other] = [newNumber(), newNumber()]
    const received = async (whatsapp_contact_id: string) => {
      const { engine } = tests.t.site.site
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
    await tests.t.send({ whatsapp_contact_id: number, message: 'Hello' })
    expect((await tests.t.read('Communication', mine)).status).toBe('Replied')
    expect((await tests.t.read('Communication', others)).status).toBe('Open')
  })

  test('that answers another refers to it', async () => {
    const { id, message_id } = await sent()
    const { communication } = await tests.t.read('Whatsapp Message', id)
    const answer = await sent({ reply_to_message_id: message_id })
    expect(sentTo(answer.number)[0]).toMatchObject({ context: { message_id } })
    expect((await tests.t.read('Communication', answer.communication)).in_reply_to).toBe(communication)
    const reaction = await sent({ content_type: 'reaction', message: '👍', reply_to_message_id: message_id })
    expect(sentTo(reaction.number)[0]).toMatchObject({ type: 'reaction', reaction: { message_id, emoji: '👍' } })
  })
})

describe('a file', () => {
  const upload = async (as: string, name = 'plan.pdf', is_private = '1') => {
    const filedata = Buffer.from(`%PDF-1.4 of ${name}`).toString('base64')
    const { json } = await tests.t.call(
      'POST',
      '/api/files',
      { filedata, filename: name, is_private, decode_base64: 1 },
      as,
    )
    return json.file
  }

  test('is uploaded to the provider, and users who may read the message may open it', async () => {
    const file = await upload(tests.t.staff)
    const message = await sent({ content_type: 'document', attach: file.id, message: 'The plan' })
    const [body] = sentTo(message.number) as { document: { id: string } }[]
    expect(body).toMatchObject({ type: 'document', document: { caption: 'The plan', filename: 'plan.pdf' } })
    const bytes = tests.t.whatsapp.media.get(body?.document.id ?? '')?.bytes.toString() ?? ''
    expect(bytes).toContain('%PDF-1.4 of plan.pdf')
    expect(bytes).toContain('name="messaging_product"\r\n\r\nwhatsapp')
    expect(bytes).toContain('Content-Type: application/pdf')
    expect((await tests.t.read('Communication', message.communication)).attachments).toMatchObject([{ file: file.id }])
    expect((await tests.t.read('File', file.id)).attached_to_id).toBe(message.id)
  })

  test('at a web address is sent as that address', async () => {
    const link = 'https://www.example.com/menu.jpg'
    const { number } = await sent({ content_type: 'image', attach: link, message: null })
    expect(sentTo(number)[0]).toMatchObject({ type: 'image', image: { link } })
  })

  test('that the sender may not see is not sent, even if they know its address', async () => {
    const { file_url } = await upload(tests.t.manager, 'salaries.pdf')
    const body = { whatsapp_contact_id: newNumber(), content_type: 'document', attach: file_url }
    expect((await tests.t.send(body)).status).toBe(417)
    expect((await tests.t.call('POST', '/api/entity/Whatsapp Message', { ...body, type: 'Outgoing' })).status).toBe(417)
    expect((await tests.t.send(body, tests.t.manager)).status).toBe(200)
  })
})

test('a connection may call this machine only if the site itself listens on loopback', async () => {
  const elsewhere = await openWhatsapp({ publicUrl: 'https://staff.example.com' }).catch(
    (error: Error) => error.message,
  )
  expect(elsewhere).toContain('The value for Base URL is not valid')
  const body = { ...tests.t.whatsapp.connection('Inside', { phone_number_id: '2' }), base_url: 'https://10.0.0.5' }
  expect((await tests.t.call('POST', '/api/entity/Whatsapp Webhook', body, tests.t.manager)).status).toBe(417)
})
