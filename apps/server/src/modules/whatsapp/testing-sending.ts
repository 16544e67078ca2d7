import { beforeAll, expect } from 'vitest'
import { openWhatsapp, type WhatsappTest } from './testing-parts.ts'

/** A site of a test file with a connection to WhatsApp, and what tests of sent messages ask it. */
export interface SendingTests {
  /** The site; known once the tests of the file run. */
  readonly t: WhatsappTest
  /** A number that no other test uses. */
  newNumber(): string
  stateOf(id: string): Promise<unknown>
  /** Waits until the message has the status. */
  reaches(id: string, status: string): Promise<void>
  /** The messages that reached the provider for a number. */
  sentTo(to: string): WhatsappTest['whatsapp']['messages']
  /** Sends a message to a new `number`; resolves with its values once it is `Sent`. */
  sent(more?: object): ReturnType<WhatsappTest['read']>
}

/** Opens the site of a test file before its tests. */
export function sendingTests(): SendingTests {
  let t: WhatsappTest
  let people = 0
  beforeAll(async () => {
    t = await openWhatsapp()
  })
  const newNumber = () => `97250111${String(++people).padStart(4, '0')}`
  const stateOf = async (id: string) => (await t.read('Whatsapp Message', id)).status
  const reaches = (id: string, status: string) => expect.poll(() => stateOf(id)).toBe(status)
  return {
    get t() {
      return t
    },
    newNumber,
    stateOf,
    reaches,
    sentTo: (to) => t.whatsapp.messages.filter((message) => message.to === to),
    async sent(more = {}) {
      const number = newNumber()
      const { json } = await t.send({ whatsapp_contact_id: number, message: 'שלום', ...more })
      const { id } = json.whatsapp_message
      await reaches(id, 'Sent')
      return { id, number, ...(await t.read('Whatsapp Message', id)) }
    },
  }
}
