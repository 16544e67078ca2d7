import { beforeAll, describe, expect, test } from 'vitest'
import { messageOf } from '../../testing/test-site.ts'
import { openWhatsapp, type WhatsappTest } from './testing-parts.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

let people = 0
/** A number that no other test writes to. */
const newNumber = () => `97250333${String(++people).padStart(4, '0')}`
const inMillis = (millis: number) => new Date(Date.now() + millis).toISOString()
const hour = 3_600_000
const sentTo = (to: string) => t.whatsapp.messages.filter((message) => message.to === to).length
const act = (id: string, action: string) => t.act(`Communication/${id}`, action, {}, t.staff)

async function schedule(send_at: string, more: object = {}) {
  const number = newNumber()
  const { status, json, text } = await t.send({ whatsapp_contact_id: number, message: 'שלום', send_at, ...more })
  if (status !== 200) throw new Error(text)
  return { number, id: String(json.whatsapp_message.id), said: String(json.communication.id), json }
}

describe('a WhatsApp message for later', () => {
  test('is Scheduled, leaves once at its time, and only then marks open messages as replied', async () => {
    const number = newNumber()
    const open = await t.call('POST', '/api/entity/Communication', {
      ...{ subject: 'Hi', communication_medium: 'WhatsApp', sent_or_received: 'Received', phone_no: number },
    })
    expect(open.status).toBe(200)
    const { id, said, json } = await schedule(inMillis(700), { whatsapp_contact_id: number })
    expect(json.whatsapp_message).toMatchObject({ status: 'Scheduled' })
    expect(json.communication).toMatchObject({ status: 'Scheduled', delivery_status: null })
    expect(json.communication.send_at).toBe(json.whatsapp_message.send_at)
    expect(sentTo(number)).toBe(0)
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe('Sent')
    expect(await t.read('Communication', said)).toMatchObject({ status: 'Linked', delivery_status: 'Sent' })
    expect(sentTo(number)).toBe(1)
  })

  test('can be taken back as a draft or sent now, and cannot have an invalid time', async () => {
    const one = await schedule(inMillis(hour))
    expect((await act(one.said, 'cancel_send')).json.data).toEqual({ status: 'Draft' })
    expect(await t.read('Communication', one.said)).toMatchObject({ status: 'Draft' })
    expect(await t.read('Whatsapp Message', one.id)).toMatchObject({ status: 'Cancelled' })
    const again = await t.send({ whatsapp_contact_id: one.number, message: 'אחר', draft: one.said })
    await expect.poll(() => sentTo(one.number)).toBe(1)
    expect(again.status).toBe(200)
    expect((await t.call('GET', `/api/entity/Communication/${one.said}`)).status).toBe(404)

    const two = await schedule(inMillis(hour))
    expect((await act(two.said, 'send_now')).status).toBe(200)
    await expect.poll(() => sentTo(two.number)).toBe(1)
    const late = await act(two.said, 'cancel_send')
    expect([late.status, messageOf(late.json).message]).toEqual([409, 'The message has left already.'])

    const odd = await t.send({ whatsapp_contact_id: newNumber(), message: 'x', send_at: 'soon' })
    expect([odd.status, messageOf(odd.json).message]).toEqual([417, 'The value for Send At is not valid'])
    const far = await t.send({ whatsapp_contact_id: newNumber(), message: 'x', send_at: inMillis(400 * 24 * hour) })
    expect(messageOf(far.json).message).toBe('A message can wait for its time for a year at most.')
  })

  test('that is created as a record waits like any other', async () => {
    const number = newNumber()
    const made = await t.call('POST', '/api/entity/Whatsapp Message', {
      ...{ type: 'Outgoing', whatsapp_contact_id: number, message: 'later', send_at: inMillis(hour) },
    })
    expect(made.json.entity).toMatchObject({ status: 'Scheduled' })
    const far = await t.call('POST', '/api/entity/Whatsapp Message', {
      ...{ type: 'Outgoing', whatsapp_contact_id: number, message: 'later', send_at: inMillis(400 * 24 * hour) },
    })
    expect(far.status).toBe(417)
  })

  test('ends when its message, its Communication or its record is deleted, and none of them sends it when it comes back', async () => {
    const one = await schedule(inMillis(hour))
    const remove = (path: string) => t.call('DELETE', `/api/entity/${path}`, undefined, t.manager)
    const restore = async (entity: string, id: string) => {
      const filters = encodeURIComponent(JSON.stringify({ ref_entity: entity, ref_id: id }))
      const { json } = await t.call('GET', `/api/entity/Trash Item?filters=${filters}`, undefined, t.manager)
      const [item] = json.data as { id: string }[]
      return t.call('POST', `/api/entity/Trash Item/${item?.id}?run_method=restore`, {}, t.manager)
    }
    expect((await remove(`Whatsapp Message/${one.id}`)).status).toBe(200)
    expect(await t.read('Communication', one.said)).toMatchObject({ status: 'Draft' })
    const contact = await t.newContact()
    const two = await schedule(inMillis(hour), { entity: 'Contact', id: contact.id })
    expect((await remove(`Contact/${contact.id}`)).status).toBe(200)
    expect((await restore('Contact', contact.id)).status).toBe(200)
    expect(await t.read('Communication', two.said)).toMatchObject({ status: 'Draft', whatsapp_message: two.id })
    expect(await t.read('Whatsapp Message', two.id)).toMatchObject({ status: 'Cancelled', communication: two.said })
    expect([one, two].map(({ number }) => sentTo(number))).toEqual([0, 0])
  })
})
