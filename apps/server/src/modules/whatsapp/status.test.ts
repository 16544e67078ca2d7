import { beforeAll, describe, expect, test } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { statusOf } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newNumber, logOf } = receiving(() => t)

describe('a status', () => {
  async function sent() {
    const { json } = await t.send({ whatsapp_contact_id: newNumber(), message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe('Sent')
    const { message_id } = await t.read('Whatsapp Message', id)
    const tell = async (status: string, more: object = {}) =>
      (await logOf(statusOf(message_id, status, { ...more }))).outcome
    const state = async () => [
      (await t.read('Whatsapp Message', id)).status,
      (await t.read('Communication', communication)).delivery_status,
    ]
    return { id, tell, state }
  }

  test('moves a message and its Communication to the next state', async () => {
    const { id, tell, state } = await sent()
    expect(await tell('delivered', { conversation: { id: 'conversation-1' } })).toBe('Processed')
    expect(await state()).toEqual(['Delivered', 'Delivered'])
    expect(await tell('read')).toBe('Processed')
    expect(await state()).toEqual(['Read', 'Read'])
    expect(await t.read('Whatsapp Message', id)).toMatchObject({
      conversation_id: 'conversation-1',
      delivered_at: '2026-01-05 10:01:40.000000',
      read_at: '2026-01-05 10:01:40.000000',
    })
  })

  test('never moves a message back, whatever the order and however often it comes', async () => {
    const { id, tell, state } = await sent()
    expect(await tell('read')).toBe('Processed')
    for (const status of ['delivered', 'sent', 'read', 'failed', 'delivered']) {
      await tell(status)
      expect(await state()).toEqual(['Read', 'Read'])
    }
    expect(await tell('read')).toBe('Duplicate')
    expect(await t.read('Whatsapp Message', id)).toMatchObject({ error: null, delivered_at: expect.any(String) })
  })

  test('of failure stores the reason, and counts only before delivery', async () => {
    const { id, tell, state } = await sent()
    const errors = [
      { code: 131_047, title: 'Re-engagement message', error_data: { details: 'More than 24 hours have passed' } },
    ]
    expect(await tell('failed', { errors })).toBe('Processed')
    expect(await state()).toEqual(['Failed', 'Error'])
    expect(await t.read('Whatsapp Message', id)).toMatchObject({
      error: 'Re-engagement message: More than 24 hours have passed',
      error_code: 131_047,
    })
    await tell('delivered')
    expect(await state()).toEqual(['Failed', 'Error'])
    const other = await sent()
    await other.tell('delivered')
    await other.tell('failed', { errors })
    expect(await other.state()).toEqual(['Delivered', 'Delivered'])
  })

  test('that arrives before the answer to the message waits for it', async () => {
    const number = newNumber()
    const letGo = t.whatsapp.hold(number)
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    await expect.poll(() => t.whatsapp.messages.some(({ to }) => to === number)).toBe(true)
    const next = `wamid.${await nextNumber()}`
    await t.hook(statusOf(next, 'delivered'))
    letGo()
    await expect.poll(async () => (await t.read('Whatsapp Message', json.whatsapp_message.id)).status).toBe('Delivered')
  })

  /** The number of the stand-in's next message. */
  async function nextNumber(): Promise<number> {
    const all = await t.list('Whatsapp Message', { type: 'Outgoing' })
    const numbers = all.map(({ message_id }: { message_id: string | null }) => Number(message_id?.split('.')[1] ?? 0))
    return Math.max(...numbers) + 1
  }
})
