import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { createRecord, systemContext } from '../../entity/index.ts'
import { millisOf } from '../../ground/utc-text.ts'
import { messageOf } from '../../testing/test-site.ts'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { incoming } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newId, newNumber, arrived } = receiving(() => t)
const hour = 3600
const ask = (question: Record<string, string>, as = t.staff) =>
  t.call('GET', `/api/app/get_whatsapp_window?${new URLSearchParams(question)}`, undefined, as)
const closed = { free_until: null, seconds_left: null }

async function receive(from: string, secondsAgo: number) {
  const id = newId()
  await t.hook(incoming(id, { timestamp: String(Math.floor(Date.now() / 1000) - secondsAgo) }, from))
  await arrived(id)
}

/** Stores a message with a time in the past. */
async function received(values: object) {
  const { engine } = t.site.site
  const message = { subject: 'Hi', communication_medium: 'WhatsApp', sent_or_received: 'Received', ...values }
  await createRecord(engine, systemContext(engine), 'Communication', message)
}

describe('the 24 hours of free text', () => {
  test('end a day after the last received message', async () => {
    const number = newNumber()
    const { id } = await t.newContact({ whatsapp_contact_id: number })
    const question = { entity: 'Contact', id, whatsapp_contact_id: number }
    expect((await ask(question)).json).toEqual(closed)
    await receive(number, 25 * hour)
    expect((await ask(question)).json).toEqual(closed)
    await receive(number, 2 * hour)
    await receive(number, 3 * hour)
    const { free_until, seconds_left } = (await ask(question)).json
    expect(seconds_left).toBeGreaterThan(22 * hour - 60)
    expect(seconds_left).toBeLessThanOrEqual(22 * hour)
    const { engine } = t.site.site
    const left = millisOf(engine.clock.toUtc(free_until)) - Date.now()
    expect(Math.abs(left / 1000 - seconds_left)).toBeLessThan(60)
  })

  test.each(['050-123-4567', '+972 50 123 4567', '00972501234567', '972501234567'])(
    'are the same for %s, however the number is written',
    async (number) => {
      const { id } = await t.newContact({ phone: number })
      if ((await ask({ whatsapp_contact_id: number })).json.free_until === null) await receive('972501234567', hour)
      expect((await ask({ entity: 'Contact', id, whatsapp_contact_id: number })).json.seconds_left).toBeGreaterThan(0)
      expect((await ask({ entity: 'Contact', id, whatsapp_contact_id: '050-123-4568' })).json).toEqual(closed)
    },
  )

  test('do not begin with a mail, a sent message, or a message of another number', async () => {
    const number = newNumber()
    const { id } = await t.newContact({ whatsapp_contact_id: number })
    const own = { reference_entity: 'Contact', reference_id: id, communication_date: t.site.site.engine.clock.nowUtc() }
    await received({ ...own, communication_medium: 'Email', whatsapp_contact_id: number })
    await received({ ...own, sent_or_received: 'Sent', whatsapp_contact_id: number })
    await received({ ...own, whatsapp_contact_id: newNumber() })
    await received({ ...own, phone_no: newNumber() })
    const question = { entity: 'Contact', id, whatsapp_contact_id: number }
    expect((await ask(question)).json).toEqual(closed)
    // A message without a number is from the record's own contact.
    await received(own)
    expect((await ask(question)).json.seconds_left).toBeGreaterThan(0)
    expect((await ask({ whatsapp_contact_id: number })).json).toEqual(closed)
  })

  test('begin with a message of another record, for users who may read that record', async () => {
    const number = newNumber()
    const { id } = await t.newContact()
    const told = async (as = t.staff) =>
      (await ask({ entity: 'Contact', id, whatsapp_contact_id: number }, as)).json.free_until !== null
    const beside = (reference_entity: string, reference_id: string) => {
      const communication_date = t.site.site.engine.clock.nowUtc()
      return received({ whatsapp_contact_id: number, communication_date, reference_entity, reference_id })
    }
    await beside('Whatsapp Webhook', 'Live')
    expect([await told(), await told(t.manager)]).toEqual([false, true])
    await beside('Contact', (await t.newContact()).id)
    expect(await told()).toBe(true)
  })

  test('are shown to users who may read the record, and reveal no message of another', async () => {
    const number = newNumber()
    const { id } = await t.newContact({ whatsapp_contact_id: number })
    await receive(number, hour)
    const question = { entity: 'Contact', id, whatsapp_contact_id: number }
    const denied = await ask({ ...question, entity: 'Email Account', id: 'office' })
    expect(denied.status).toBe(403)
    expect((await t.site.call('GET', `/api/app/get_whatsapp_window?${new URLSearchParams(question)}`)).status).toBe(401)
    const blank = await ask({ entity: 'Contact', id })
    expect([blank.status, messageOf(blank.json).message]).toEqual([417, 'A WhatsApp number is required'])
    expect((await ask({ ...question, whatsapp_contact_id: 'noa' })).json).toEqual(closed)
  })

  test('keep their length when the clocks are set back', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-10-31T16:30:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const number = newNumber()
    await received({ whatsapp_contact_id: number, communication_date: '2027-10-30 17:00:00.000000' })
    const { free_until, seconds_left } = (await ask({ whatsapp_contact_id: number }, await later())).json
    expect(free_until).toBe('2027-10-31 19:00:00.000000')
    expect(seconds_left).toBeGreaterThan(1790)
    expect(seconds_left).toBeLessThanOrEqual(1800)
  })
})

/** A session that is still valid then. */
const later = () => t.site.signIn('staff@example.com')
