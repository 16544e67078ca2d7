import { beforeAll, expect, test } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { incoming, statusOf } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newNumber, logOf } = receiving(() => t)

test('messages whose ids differ only in case all come in once, and each is answered by its own id', async () => {
  const number = newNumber()
  const said = [
    ['wamid.HBgMAbc', 'First'],
    ['wamid.HBgMaBC', 'Second'],
    ['wamid.hbgmabc', 'Third'],
  ] as const
  const outcomes: string[] = []
  for (const [id, body] of [...said, ...said])
    outcomes.push((await logOf(incoming(id, { text: { body } }, number))).outcome)
  expect(outcomes).toEqual(['Processed', 'Processed', 'Processed', 'Duplicate', 'Duplicate', 'Duplicate'])
  const kept = await t.list('Whatsapp Message', { whatsapp_contact_id: number })
  expect(kept.map(({ message }: { message: string }) => message).toSorted()).toEqual(['First', 'Second', 'Third'])
  expect(await t.list('Communication', { whatsapp_contact_id: number })).toHaveLength(3)

  for (const [id, body] of said) {
    const { message_id, id: record } = kept.find(({ message }: { message: string }) => message === body)
    const path = `Whatsapp Message/${record}`
    expect((await t.act(path, 'send_read_receipt')).status).toBe(200)
    await expect.poll(() => t.whatsapp.messages).toContainEqual(expect.objectContaining({ message_id: id }))
    const answer = { whatsapp_contact_id: number, message: `To ${body}`, reply_to_message_id: message_id }
    const { json } = await t.send(answer)
    const { in_reply_to } = await t.read('Communication', json.whatsapp_message.communication)
    expect((await t.read('Communication', in_reply_to)).text_content).toBe(body)
    await expect
      .poll(() => t.whatsapp.messages)
      .toContainEqual(
        expect.objectContaining({ text: expect.objectContaining({ body: `To ${body}` }), context: { message_id: id } }),
      )
  }
})

test('a status and an answer find their message by its own id', async () => {
  const number = newNumber()
  const sent = async () => {
    const { json } = await t.send({ whatsapp_contact_id: number, message: 'Hello' })
    const { id, communication } = json.whatsapp_message
    await expect.poll(async () => (await t.read('Whatsapp Message', id)).status).toBe('Sent')
    return { id, communication }
  }
  t.whatsapp.nextIds.push('wamid.SENT', 'wamid.sent')
  const [one, other] = [await sent(), await sent()]
  expect((await logOf(statusOf('wamid.sent', 'read'))).outcome).toBe('Processed')
  expect((await t.read('Whatsapp Message', one.id)).status).toBe('Sent')
  expect((await t.read('Whatsapp Message', other.id)).status).toBe('Read')
  expect((await logOf(statusOf('wamid.SENT', 'delivered'))).outcome).toBe('Processed')
  expect((await t.read('Whatsapp Message', one.id)).status).toBe('Delivered')
  await logOf(incoming('wamid.answer', { context: { id: 'wamid.sent' } }, number))
  const [answer] = await t.list('Communication', { message_id: 'wamid.answer' })
  expect(answer.in_reply_to).toBe(other.communication)
})
