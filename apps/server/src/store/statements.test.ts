import { beforeAll, expect, test, vi } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from '../modules/whatsapp/testing-parts.ts'
import { incoming } from '../modules/whatsapp/testing-whatsapp.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { textStatement } from './testing.ts'

let t: WhatsappTest
let hookToken: string

const { newId, newNumber } = receiving(() => t)

beforeAll(async () => {
  t = await openWhatsapp()
  const account = { email_account_name: 'Desk', email_id: 'desk@example.com', enable_incoming: 1 }
  await t.call('POST', '/api/entity/Email Account', account, t.manager)
  hookToken = (await t.act('Email Account/Desk', 'rotate_hook_token')).json.data.hook_token
})

/** Tables that stay small however long a site has worked, or whose rows are read once and cached. */
const scannable = ['translation', 'whatsapp_webhook']

/** Statements of `work` that scan the whole table of an entity: their time grows with every record of it. */
async function scansOf(work: () => Promise<unknown>): Promise<string[]> {
  const ran = new Set<string>()
  const { store } = t.site.site
  for (const name of ['all', 'get', 'run', 'insert'] as const) {
    const original = SqliteConnection.prototype[name] as (sql: string, params: never) => never
    vi.spyOn(SqliteConnection.prototype, name).mockImplementation(function (this: SqliteConnection, sql, params) {
      // Sites of other files may still work in this process, on tables that this one does not have.
      if (this.raw.location() === store.place) ran.add(sql)
      return original.call(this, sql, params as never)
    })
  }
  await work().finally(() => vi.restoreAllMocks())
  const walks: string[] = []
  for (const sql of ran) {
    if (!/^\s*(select|update|delete)\b/i.test(sql)) continue
    const params = Array.from(sql.matchAll(/\?/g), () => null)
    const steps = await store.all<{ detail: string }>(textStatement(`explain query plan ${sql}`, params))
    const walked = steps.flatMap(({ detail }) => /^SCAN e_(\w+)$/.exec(detail)?.[1] ?? [])
    if (walked.some((table) => !scannable.includes(table))) walks.push(sql)
  }
  expect(ran.size).toBeGreaterThan(0)
  return walks
}

test.each([
  [
    'somebody who sees some records alone opens one, and the other reads a list with what it links to',
    async () => {
      expect((await t.call('GET', '/api/entity/User/manager@example.com')).status).toBe(200)
      expect((await t.call('GET', '/api/entity/Task?fields=["*"]')).status).toBe(200)
    },
  ],
  [
    'a mail leaves and its thread is read',
    async () => {
      const on = { reference_entity: 'Contact', reference_id: (await t.newContact()).id }
      const mail = { ...on, recipients: 'noa@example.com', subject: 'Order', content: 'Thank you' }
      expect((await t.call('POST', '/api/app/send_email', mail)).status).toBe(200)
      await t.site.site.outbox.settled()
      await t.call('GET', `/api/app/get_communications?${new URLSearchParams(on)}`)
    },
  ],
  [
    'a mail comes in',
    async () => {
      const body = Buffer.from('From: noa@example.com\r\nTo: desk@example.com\r\nSubject: Order\r\n\r\nHello')
      const headers = { 'x-hook-token': hookToken, 'content-type': 'message/rfc822' }
      expect((await t.site.call('POST', '/api/hooks/email/Desk', { body, headers })).status).toBe(200)
      await t.site.site.outbox.settled()
    },
  ],
  [
    'WhatsApp comes in and is answered',
    async () => {
      const [id, number] = [newId(), newNumber()]
      const contact = await t.newContact({ whatsapp_contact_id: number })
      const arrived = Promise.withResolvers<void>()
      const stop = t.site.site.engine.listen((event) => event.id === contact.id && arrived.resolve())
      const timestamp = String(Math.floor(Date.now() / 1000))
      await t.hook(incoming(id, { text: { body: 'Hello' }, timestamp }, number))
      await arrived.promise
      stop()
      const asked = new URLSearchParams({ entity: 'Contact', id: contact.id, whatsapp_contact_id: number })
      expect((await t.call('GET', `/api/app/get_whatsapp_window?${asked}`)).json.free_until).not.toBeNull()
      const answer = { entity: 'Contact', id: contact.id, content_type: 'text', message: 'Good morning' }
      expect((await t.send(answer)).status).toBe(200)
      await t.site.site.outbox.settled()
    },
  ],
])('no table is scanned when %s', async (_, work) => {
  expect(await scansOf(work)).toEqual([])
})
