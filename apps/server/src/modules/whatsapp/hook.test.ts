import { beforeAll, describe, expect, test } from 'vitest'
import { openWhatsapp, receiving, type WhatsappTest } from './testing-parts.ts'
import { eventOf, incoming, signed, statusOf } from './testing-whatsapp.ts'

let t: WhatsappTest

beforeAll(async () => {
  t = await openWhatsapp()
})

const { newId, messageOf, logs, arrived, logOf } = receiving(() => t)

describe('the provider proves itself', () => {
  const verify = (query: string) => t.site.call('GET', `/api/hooks/whatsapp/Live?${query}`)

  test('with the verify token before it subscribes', async () => {
    const { verify_token } = (await t.act('Whatsapp Webhook/Live', 'rotate_verify_token')).json.data
    const right = await verify(`hub.mode=subscribe&hub.verify_token=${verify_token}&hub.challenge=1158201444`)
    expect([right.status, right.text, right.headers['content-type']]).toEqual([
      200,
      '1158201444',
      'text/plain; charset=utf-8',
    ])
    for (const query of [
      `hub.mode=unsubscribe&hub.verify_token=${verify_token}&hub.challenge=1`,
      'hub.mode=subscribe&hub.verify_token=wrong&hub.challenge=1',
      'hub.mode=subscribe&hub.challenge=1',
      `hub.mode=subscribe&hub.verify_token=${verify_token}x&hub.challenge=1`,
      '',
    ]) {
      expect([query, (await verify(query)).status]).toEqual([query, 403])
    }
    expect((await t.site.call('GET', '/api/hooks/whatsapp/Nowhere?hub.mode=subscribe')).status).toBe(403)
  })

  test('with a signature over the raw bytes, and a forged call is refused and logged', async () => {
    const body = JSON.stringify(incoming(newId()))
    const { 'x-hub-signature-256': right, ...plain } = signed(body) as Record<string, string>
    const post = (headers: Record<string, string>, text = body) =>
      t.site.call('POST', '/api/hooks/whatsapp/Live', { body: text, headers: { ...plain, ...headers } })
    const rejected = async () =>
      (await logs()).filter(({ outcome }: { outcome: string }) => outcome === 'Rejected').length
    const before = await rejected()
    const forged = [
      {},
      { 'x-hub-signature-256': '' },
      { 'x-hub-signature-256': 'sha256=' },
      { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
      { 'x-hub-signature-256': String(right).replace('sha256=', '') },
      { 'x-hub-signature-256': String(right).slice(0, -2) },
      { 'x-hub-signature-256': String(signed(body, 'another secret')['x-hub-signature-256']) },
      { 'x-hub-signature': String(right) },
    ]
    for (const headers of forged) expect((await post(headers as Record<string, string>)).status).toBe(403)
    expect((await post({ 'x-hub-signature-256': String(right) }, `${body} `)).status).toBe(403)
    expect((await post({ 'x-hub-signature-256': String(right) }, body.replace('Shalom', 'Salaam'))).status).toBe(403)
    expect(await rejected()).toBe(before + forged.length + 2)
    expect((await t.hook(incoming(newId()), signed(body), 'Nowhere')).status).toBe(403)
    expect((await post({ 'x-hub-signature-256': String(right) })).status).toBe(200)
  })

  test('and is always refused while no secret is stored', async () => {
    const bare = { webhook_name: 'Bare' }
    await t.call('POST', '/api/entity/Whatsapp Webhook', bare, t.manager)
    const body = JSON.stringify(incoming(newId()))
    expect((await t.hook(JSON.parse(body), signed(body, ''), 'Bare')).status).toBe(403)
    expect((await t.hook(JSON.parse(body), signed(body, 'null'), 'Bare')).status).toBe(403)
  })

  test('or is rate-limited, while signed calls are never counted', async () => {
    const { site, whatsapp, hook, call, manager } = await openWhatsapp({ rateLimit: 3000 })
    const forged = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
    const answers: number[] = []
    for (let n = 0; n < site.config.guestRateLimit + 1; n++) answers.push((await hook({}, forged)).status)
    expect([answers[0], answers.at(-1)]).toEqual([403, 429])
    const query = encodeURIComponent('{"outcome":"Rejected"}')
    const written = await call('GET', `/api/entity/Webhook Log?filters=${query}&fields=["id"]`, undefined, manager)
    expect(written.json.count).toBe(60)
    expect(whatsapp.requests).toEqual([])
  })

  test('with calls of at most the accepted size', async () => {
    const large = incoming(newId(), { text: { body: 'x'.repeat(6_000_000) } })
    expect((await t.hook(large)).status).toBe(413)
  })
})

describe('a call', () => {
  test.each([
    ['for another number', incoming('wamid.other.1'), 'Ignored'],
    ['about something else', eventOf({ x: 1 }, 'account_update'), 'Ignored'],
    ['of another product', { object: 'page', entry: [] }, 'Ignored'],
    ['without content', { object: 'whatsapp_business_account' }, 'Ignored'],
    ['about no message of ours', statusOf('wamid.unknown', 'read'), 'Ignored'],
    [
      'about no template of ours',
      eventOf({ event: 'APPROVED', message_template_id: 1 }, 'message_template_status_update'),
      'Ignored',
    ],
    ['with a message without a sender', incoming('wamid.x', { from: null }), 'Error'],
  ])('%s is answered and logged', async (name, event, outcome) => {
    const told =
      name === 'for another number' ? eventOf({ messages: [{ id: 'wamid.other.2' }] }, 'messages', '999') : event
    expect((await logOf(told)).outcome).toBe(outcome)
  })

  test('that is signed and is no JSON is answered and logged', async () => {
    const before = (await logs()).length
    const answer = await t.site.call('POST', '/api/hooks/whatsapp/Live', {
      body: '{"entry":',
      headers: signed('{"entry":'),
    })
    expect(answer.text).toBe('EVENT_RECEIVED')
    await expect.poll(async () => (await logs()).length).toBe(before + 1)
  })

  test('to an inactive connection changes nothing', async () => {
    const connection = t.whatsapp.connection('Idle', { status: 'Inactive', phone_number_id: '77', is_default: 0 })
    await t.call('POST', '/api/entity/Whatsapp Webhook', connection, t.manager)
    const id = newId()
    const before = (await logs()).length
    expect((await t.hook(incoming(id), undefined, 'Idle')).status).toBe(200)
    await expect.poll(async () => (await logs()).length).toBe(before + 1)
    expect(await messageOf(id)).toBeUndefined()
  })

  test('to the sandbox works like one to a live connection', async () => {
    const body = JSON.stringify(incoming(newId()))
    await t.call('PUT', '/api/entity/Whatsapp Webhook', { id: 'Sandbox', app_secret: 'known' }, t.manager)
    const event = JSON.parse(body)
    expect((await t.hook(event, signed(body, 'known'), 'Sandbox')).text).toBe('EVENT_RECEIVED')
    await arrived(event.entry[0].changes[0].value.messages[0].id)
  })
})
