import { beforeAll, describe, expect, test } from 'vitest'
import type { RecordEvent } from '../../entity/index.ts'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { incoming } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newId, newNumber, messageOf, threadOf, arrived, logOf } = receiving(() => t)

describe('a received message', () => {
  test('becomes a message and an open Communication of its record, whose clients hear of it', async () => {
    const number = newNumber()
    const contact = await t.newContact({ whatsapp_contact_id: number })
    const heard: RecordEvent[] = []
    const stop = t.site.site.engine.listen((event) => heard.push(event))
    const id = newId()
    const text = `שלום, ${'אפשר להזמין עוגה ליום שישי בבוקר? '.repeat(4)}`
    await t.hook(incoming(id, { text: { body: text } }, number, 'נועה בר'))
    await arrived(id)
    stop()
    const on = { reference_entity: 'Contact', reference_id: contact.id, whatsapp_contact_id: number }
    const message = await messageOf(id)
    expect(message).toMatchObject({
      ...on,
      type: 'Incoming',
      status: 'Received',
      content_type: 'text',
      message: text,
      profile_name: 'נועה בר',
      from: number,
      whatsapp_webhook: 'Live',
    })
    const communication = await threadOf(id)
    expect(communication).toMatchObject({
      ...on,
      communication_medium: 'WhatsApp',
      sent_or_received: 'Received',
      status: 'Open',
      sender_full_name: 'נועה בר',
      text_content: text,
      whatsapp_message: message.id,
    })
    expect(message.communication).toBe(communication.id)
    expect([...communication.subject]).toHaveLength(60)
    // 1767600000 is ten in the morning in Jerusalem.
    expect(communication.communication_date).toBe('2026-01-05 10:00:00.000000')
    expect(
      heard.some((event) => event.entity === 'Contact' && event.id === contact.id && event.action === 'communication'),
    ).toBe(true)
    expect((await t.read('Contact', contact.id)).open_communications).toEqual({ email: 0, whatsapp: 1, total: 1 })
    expect((await t.read('Whatsapp Webhook', 'Live')).last_received).not.toBeNull()
  })

  test('that comes again is stored once', async () => {
    const id = newId()
    const first = await logOf(incoming(id))
    const second = await logOf(incoming(id))
    expect([first.outcome, second.outcome]).toEqual(['Processed', 'Duplicate'])
    expect(await t.list('Whatsapp Message', { message_id: id })).toHaveLength(1)
    expect(await t.list('Communication', { message_id: id })).toHaveLength(1)
  })

  test.each([
    ['a phone with its country code', { phone: '+972 58-765 4321 ' }, '972587654321'],
    ['a phone as dialled at home', { phone: '(058) 766-4321' }, '972587664321'],
    ['a phone with both country code and 0', { phone: '+972 (0)58-767-4321' }, '972587674321'],
    ['a landline as dialled at home', { phone: '08-940 1234' }, '97289401234'],
    ['a landline with its country code', { phone: '+972-8-9402234' }, '97289402234'],
    ['a landline with both country code and 0', { phone: '972 (0)3-6403234' }, '97236403234'],
    ['a landline as dialled from abroad', { phone: '00972 4 8504234' }, '97248504234'],
    ['a phone of another country', { phone: '+44 20 7946 0958' }, '442079460958'],
  ])('finds %s', async (_, values, number) => {
    const contact = await t.newContact(values)
    const id = newId()
    await t.hook(incoming(id, {}, number))
    await arrived(id)
    expect((await messageOf(id)).reference_id).toBe(contact.id)
  })

  test('does not match a number of another town or country with the same ending', async () => {
    for (const phone of ['02-9405234', '+44 1089405234', '9405234', '8-9405234']) await t.newContact({ phone })
    const id = newId()
    await t.hook(incoming(id, {}, '97289405234'))
    await arrived(id)
    expect((await messageOf(id)).reference_id).toBeNull()
  })

  test('matches the WhatsApp number before a phone, the last modified of several records, else none', async () => {
    const number = newNumber()
    const byPhone = await t.newContact({ phone: `+${number}` })
    const older = await t.newContact({ whatsapp_contact_id: number })
    const newer = await t.newContact({ whatsapp_contact_id: number })
    const reference = async (from: string) => {
      const id = newId()
      await t.hook(incoming(id, {}, from))
      await arrived(id)
      return (await threadOf(id)).reference_id
    }
    expect(await reference(number)).toBe(newer.id)
    await t.call('PUT', '/api/entity/Contact', { id: older.id, notes: 'Changed' })
    expect(await reference(number)).toBe(older.id)
    await t.call('PUT', '/api/entity/Contact', { id: byPhone.id, notes: 'Changed' })
    expect(await reference(number)).toBe(older.id)
    expect(await reference(newNumber())).toBeNull()
  })

  test.each([
    ['image', { image: { id: 'none', mime_type: 'image/jpeg', caption: 'Our cake' } }, 'Our cake'],
    [
      'location',
      { location: { latitude: 32.08, longitude: 34.78, name: 'Bakery' } },
      'Bakery\nhttps://maps.google.com/?q=32.08,34.78',
    ],
    ['contacts', { contacts: [{ name: { formatted_name: 'Gil' }, phones: [{ phone: '+972 50' }] }] }, 'Gil\n+972 50'],
    ['interactive', { interactive: { type: 'button_reply', button_reply: { id: '1', title: 'Yes' } } }, 'Yes'],
    [
      'interactive',
      { interactive: { type: 'list_reply', list_reply: { id: '1', title: 'Noon', description: '12:00' } } },
      'Noon\n12:00',
    ],
    ['button', { button: { text: 'Stop', payload: 'STOP' } }, 'Stop'],
    ['unsupported', { errors: [{ code: 131_051, title: 'Message type unknown' }] }, 'Message type unknown'],
  ])('of type %s is stored with its content', async (type, more, message) => {
    const id = newId()
    await t.hook(incoming(id, { type, ...more }))
    await arrived(id)
    expect(await messageOf(id)).toMatchObject({ content_type: type, message })
  })

  test('of an unknown type is stored as unsupported, and without a text its title is its type', async () => {
    const id = newId()
    await t.hook(incoming(id, { type: 'hologram', hologram: { body: 'Look' } }))
    await arrived(id)
    expect(await messageOf(id)).toMatchObject({ content_type: 'unsupported', message: 'Look' })
    const sticker = newId()
    await t.hook(incoming(sticker, { type: 'sticker', sticker: {} }))
    await arrived(sticker)
    expect((await threadOf(sticker)).subject).toBe('sticker')
  })

  test('that answers or reacts refers to its message', async () => {
    const [question, answer, reaction] = [newId(), newId(), newId()]
    await t.hook(incoming(question))
    await t.hook(incoming(answer, { context: { from: '972501234567', id: question } }))
    await t.hook(incoming(reaction, { type: 'reaction', reaction: { message_id: question, emoji: '❤️' } }))
    await arrived(reaction)
    const about = (await threadOf(question)).id
    expect(await messageOf(answer)).toMatchObject({ is_reply: 1, reply_to_message_id: question })
    expect((await threadOf(answer)).in_reply_to).toBe(about)
    expect(await messageOf(reaction)).toMatchObject({ message: '❤️', reply_to_message_id: question })
    expect((await threadOf(reaction)).in_reply_to).toBe(about)
  })

  test('that is a reaction replaces the former one, and leaves no open Communication when it is taken back', async () => {
    const [question, heart, thumb, nothing, late] = [newId(), newId(), newId(), newId(), newId()]
    const number = newNumber()
    const { id: contact } = await t.newContact({ whatsapp_contact_id: number })
    const open = async () => (await t.read('Contact', contact)).open_communications.whatsapp
    const react = (id: string, emoji: string | undefined, seconds: number, target = question) => {
      const timestamp = String(Math.floor(Date.now() / 1000) - 100 + seconds)
      const reaction = { message_id: target, ...(emoji !== undefined && { emoji }) }
      return t.hook(incoming(id, { from: number, type: 'reaction', reaction, timestamp }))
    }
    await t.hook(incoming(question, { from: number }))
    const elsewhere = newId()
    await react(elsewhere, '🎂', 1, 'wamid.of.another')
    await react(heart, '❤️', 10)
    await expect.poll(open).toBe(3)
    await react(thumb, '👍', 20)
    await arrived(thumb)
    expect((await threadOf(thumb)).text_content).toBe('👍')
    expect(await threadOf(heart)).toBeUndefined()
    expect(await open()).toBe(3)

    await react(nothing, '', 40)
    await arrived(nothing)
    expect(await open()).toBe(2)
    // An older reaction that arrives late changes nothing.
    await react(late, '😮', 30)
    await arrived(late)
    expect(await open()).toBe(2)
    for (const id of [heart, thumb, nothing, late]) {
      expect(await threadOf(id)).toBeUndefined()
      expect(await messageOf(id)).toMatchObject({ content_type: 'reaction', communication: null })
    }
    expect((await threadOf(elsewhere)).status).toBe('Open')
  })

  test('with a script stays plain text', async () => {
    const id = newId()
    const body = '<script>alert(1)</script><img src=x onerror=alert(1)>'
    await t.hook(incoming(id, { text: { body } }))
    await arrived(id)
    const communication = await threadOf(id)
    expect(communication.text_content).toBe(body)
    expect(communication.content).not.toContain('<')
  })

  test('is read from a call with several entries, changes and messages', async () => {
    const [a, b, c, d] = [newId(), newId(), newId(), newId()] as [string, string, string, string]
    const one = incoming(a) as { entry: { changes: { value: { messages: object[] } }[] }[] }
    const two = incoming(c) as typeof one
    one.entry[0]?.changes[0]?.value.messages.push({ from: '972501', id: b, type: 'text', text: { body: 'B' } })
    one.entry[0]?.changes.push(...(two.entry[0]?.changes ?? []))
    one.entry.push(...(incoming(d) as typeof one).entry)
    await t.hook(one)
    for (const id of [a, b, c, d]) await arrived(id)
  })

  test('that cannot be stored does not stop the others, and stays readable in the log', async () => {
    const [good, bad] = [newId(), `wamid.${'x'.repeat(200)}`]
    const event = incoming(good) as { entry: { changes: { value: { messages: object[] } }[] }[] }
    event.entry[0]?.changes[0]?.value.messages.unshift({ from: '972501', id: bad, type: 'text', text: { body: 'B' } })
    const log = await logOf(event)
    expect(log).toMatchObject({ outcome: 'Error', http_status: 200, error: expect.stringContaining('too long') })
    expect(JSON.stringify(log.payload)).toContain(bad)
    expect(await messageOf(good)).toBeTruthy()
  })
})

describe('the file of a received message', () => {
  const receive = async (media: { bytes: Buffer; type: string; url?: string }, more: object = {}) => {
    const id = newId()
    t.whatsapp.media.set(`file-${id}`, media)
    await t.hook(incoming(id, { type: 'document', document: { id: `file-${id}`, mime_type: media.type, ...more } }))
    await arrived(id)
    return id
  }

  test('is fetched with the token, and private to users who may read the message', async () => {
    const number = newNumber()
    const contact = await t.newContact({ whatsapp_contact_id: number })
    const id = newId()
    t.whatsapp.media.set('price-list', { bytes: Buffer.from('%PDF-1.4 prices'), type: 'application/pdf' })
    const document = { id: 'price-list', mime_type: 'application/pdf', filename: 'מחירון.pdf', caption: 'Prices' }
    await t.hook(incoming(id, { type: 'document', document }, number))
    await expect.poll(async () => (await messageOf(id))?.attach).toMatch(/^\/private\/files\//)
    const { attach, reference_id } = await messageOf(id)
    expect(reference_id).toBe(contact.id)
    expect((await t.read('Communication', (await threadOf(id)).id)).attachments).toMatchObject([
      { file_name: 'מחירון.pdf', file_url: attach },
    ])
    expect((await t.site.call('GET', attach, { as: t.staff })).text).toBe('%PDF-1.4 prices')
    expect((await t.site.call('GET', attach)).status).toBe(401)
  })

  test('is not fetched from a foreign address, which would get the token', async () => {
    const before = t.whatsapp.requests.length
    const id = await receive({ bytes: Buffer.from('x'), type: 'image/png', url: 'http://127.0.0.1:1/steal' })
    await expect.poll(async () => (await messageOf(id)).error).toContain('not its own')
    expect(t.whatsapp.requests.length).toBe(before + 1)
  })

  test('that is gone leaves an error at the message', async () => {
    const id = newId()
    await t.hook(incoming(id, { type: 'image', image: { id: 'gone', mime_type: 'image/jpeg' } }))
    await expect.poll(async () => (await messageOf(id))?.error).toContain("Object with ID 'gone' does not exist")
    expect((await threadOf(id)).error).toContain('could not be fetched')
  })
})

describe('a read receipt', () => {
  const receipts = (id: string) =>
    t.whatsapp.messages.filter((body) => body.status === 'read' && body.message_id === id)

  test('is sent once when a user has seen the message or asks for it', async () => {
    const id = newId()
    await t.hook(incoming(id))
    await arrived(id)
    const [message, communication] = [await messageOf(id), await threadOf(id)]
    await t.act(`Communication/${communication.id}`, 'mark_seen', {}, t.staff)
    await expect.poll(async () => (await messageOf(id)).read_at).not.toBeNull()
    expect(receipts(id)).toEqual([{ messaging_product: 'whatsapp', status: 'read', message_id: id }])
    expect((await t.act(`Whatsapp Message/${message.id}`, 'send_read_receipt', {}, t.staff)).status).toBe(200)
    await t.site.site.outbox.settled()
    expect(receipts(id)).toHaveLength(1)
  })

  test('is not sent if the connection says so', async () => {
    await t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', mark_read_on_open: 0 }, t.manager)
    const id = newId()
    await t.hook(incoming(id))
    await arrived(id)
    await t.act(`Communication/${(await threadOf(id)).id}`, 'mark_seen', {}, t.staff)
    await t.site.settled()
    await t.site.site.outbox.settled()
    expect(receipts(id)).toEqual([])
    await t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Live', mark_read_on_open: 1 }, t.manager)
  })

  test('is only for received messages', async () => {
    const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
    expect((await t.act(`Whatsapp Message/${json.whatsapp_message.id}`, 'send_read_receipt')).status).toBe(409)
  })
})
