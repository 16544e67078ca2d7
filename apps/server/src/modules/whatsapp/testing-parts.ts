import { afterAll, expect } from 'vitest'
import { makeTestSite, type TestSiteOptions } from '../../testing/test-site.ts'
import { signed, TestWhatsapp } from './testing-whatsapp.ts'

/** Opens a site with a live connection to a stand-in, with the calls for its tests. */
export async function openWhatsapp(options: TestSiteOptions = {}) {
  const whatsapp = await TestWhatsapp.start()
  const site = await makeTestSite(options)
  afterAll(() => whatsapp.stop())
  const [manager, staff] = await Promise.all([site.signIn('manager@example.com'), site.signIn('staff@example.com')])
  const call = (method: string, path: string, body?: unknown, as = staff) => site.call(method, path, { body, as })
  const connected = await call('POST', '/api/entity/Whatsapp Webhook', whatsapp.connection('Live'), manager)
  if (connected.status !== 200) throw new Error(connected.text)

  const read = async (entity: string, id: string) =>
    (await call('GET', `/api/entity/${entity}/${id}`, undefined, manager)).json.entity
  const list = async (entity: string, filters: object) => {
    const query = `filters=${encodeURIComponent(JSON.stringify(filters))}&fields=["*"]&limit_page_length=500`
    return (await call('GET', `/api/entity/${entity}?${query}`, undefined, manager)).json.data
  }
  const act = (path: string, action: string, data: object = {}, as = manager) =>
    call('POST', `/api/entity/${path}?run_method=${action}`, { data }, as)
  return {
    whatsapp,
    site,
    manager,
    staff,
    call,
    read,
    list,
    act,
    send: (body: object, as = staff) => call('POST', '/api/app/send_whatsapp', body, as),
    newContact: async (more: object = {}) =>
      (await call('POST', '/api/entity/Contact', { contact_name: 'Noa Bar', ...more })).json.entity,
    /** Makes a call as the provider, signed unless headers are given. */
    hook: async (event: object, headers?: Record<string, string>, id = 'Live') => {
      const body = JSON.stringify(event)
      return site.call('POST', `/api/hooks/whatsapp/${id}`, { body, headers: headers ?? signed(body) })
    },
  }
}

export type WhatsappTest = Awaited<ReturnType<typeof openWhatsapp>>

/** Helpers for tests of received calls; `t` is set once their first hook has run. */
export function receiving(t: () => WhatsappTest) {
  let counter = 0
  const newId = () => `wamid.in.${++counter}`
  const newNumber = () => `97254000${String(++counter).padStart(4, '0')}`
  const messageOf = async (message_id: string) => (await t().list('Whatsapp Message', { message_id }))[0]
  const threadOf = async (message_id: string) => (await t().list('Communication', { message_id }))[0]
  const logs = () => t().list('Webhook Log', { source: 'WhatsApp' })
  const arrived = (id: string) => expect.poll(() => messageOf(id)).toBeTruthy()

  /** Makes a call and returns its record in the log. */
  async function logOf(event: object) {
    const before = (await logs()).length
    expect((await t().hook(event)).text).toBe('EVENT_RECEIVED')
    await expect.poll(async () => (await logs()).length).toBe(before + 1)
    const [last] = (await logs()).toSorted((a: { creation: string }, b: { creation: string }) =>
      a.creation < b.creation ? 1 : -1,
    )
    return last
  }
  return { newId, newNumber, messageOf, threadOf, logs, arrived, logOf }
}
