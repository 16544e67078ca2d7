import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSecret } from '../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string
let number = 0

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('manager@example.com')
})

const account = (more: object) =>
  site.call('POST', '/api/entity/Email Account', {
    body: { email_account_name: `Account ${++number}`, email_id: 'office@example.com', ...more },
    as: manager,
  })

const smtp = { enable_outgoing: 1, smtp_server: 'smtp.example.com' }
const imap = { enable_incoming: 1, email_server: 'imap.example.com' }
const oauth = { auth_method: 'OAuth', connected_app: 'google', connected_user: 'staff@example.com' }

describe('a mail account', () => {
  test.each([
    ['sends without a server', { enable_outgoing: 1, password: 'secret' }, ['smtp_server']],
    ['sends without a password', smtp, ['password']],
    ['sends without anything', { enable_outgoing: 1 }, ['smtp_server', 'password']],
    ['fetches without a password', imap, ['password']],
    ['signs in by OAuth without app or user', { auth_method: 'OAuth' }, ['connected_app', 'connected_user']],
  ])('that %s is refused', async (_, more, fields) => {
    const { status, json } = await account(more)
    expect([status, json.exc_type]).toEqual([417, 'MandatoryError'])
    expect(json.errors.map(({ fieldname }: { fieldname: string }) => fieldname)).toEqual(fields)
  })

  test('of a known provider needs no servers, and keeps those that the user names', async () => {
    const both = { enable_outgoing: 1, enable_incoming: 1, password: 'secret' }
    const { entity } = (await account({ ...both, service: 'GMail' })).json
    expect(entity).toMatchObject({ smtp_server: 'smtp.gmail.com', smtp_port: 587, email_server: 'imap.gmail.com' })
    const path = `/api/entity/Email Account/${entity.id}`
    const change = async (body: object) => (await site.call('PUT', path, { body, as: manager })).json.entity
    expect(await change({ service: 'Yahoo Mail' })).toMatchObject({ smtp_server: 'smtp.mail.yahoo.com' })
    expect(await change({ smtp_server: 'relay.example.com' })).toMatchObject({ smtp_server: 'relay.example.com' })
    expect(await change({ service: 'GMail' })).toMatchObject({
      smtp_server: 'relay.example.com',
      email_server: 'imap.gmail.com',
    })
  })

  test.each([
    ['does nothing yet', {}],
    ['gets its mail only through the hook', { enable_incoming: 1 }],
    ['sends with a password', { ...smtp, password: 'secret' }],
    ['sends without authentication', { ...smtp, no_smtp_authentication: 1 }],
    ['fetches with a password', { ...imap, password: 'secret' }],
    ['signs in by OAuth', { ...smtp, ...oauth }],
  ])('that %s is accepted', async (_, more) => {
    const { json } = await account(more)
    expect(json.entity).toMatchObject({ ...more, ...('password' in more ? { password: '********' } : {}) })
    expect(json.entity.status).toBe('Not Tested')
  })

  test('that becomes the default replaces the former default', async () => {
    const first = (await account({ default_incoming: 1, default_outgoing: 1 })).json.entity
    const second = (await account({ default_outgoing: 1 })).json.entity
    const read = async (id: string) => {
      const { json } = await site.call('GET', `/api/entity/Email Account/${id}`, { as: manager })
      return [json.entity.default_incoming, json.entity.default_outgoing]
    }
    expect([await read(first.id), await read(second.id)]).toEqual([
      [1, 0],
      [0, 1],
    ])
  })

  test('gets another hook token on demand, which a manager sees once', async () => {
    const { id } = (await account({ enable_incoming: 1 })).json.entity
    const rotate = (as: string) =>
      site.call('POST', `/api/entity/Email Account/${id}?run_method=rotate_hook_token`, { body: {}, as })
    const { hook_token } = (await rotate(manager)).json.data
    expect(hook_token).toMatch(/^[\w-]{32}$/)
    expect(await readSecret(site.site.engine, 'Email Account', id, 'hook_token')).toBe(hook_token)
    expect((await rotate(await site.signIn('staff@example.com'))).status).toBe(403)
  })

  test('that is tested or given another token gets a version', async () => {
    const { id } = (await account({ enable_incoming: 1 })).json.entity
    for (const action of ['rotate_hook_token', 'send_test_email', 'test_connection']) {
      await site.call('POST', `/api/entity/Email Account/${id}?run_method=${action}`, {
        as: manager,
        body: { data: {} },
      })
    }
    const query = new URLSearchParams({
      filters: JSON.stringify({ ref_entity: 'Email Account', ref_id: id, action: 'Action' }),
      fields: JSON.stringify(['user', 'ref_entity', 'data']),
    })
    const { data } = (await site.call('GET', `/api/entity/Version?${query}`, { as: manager })).json
    // The other two were refused: the account neither sends nor fetches.
    expect(data).toMatchObject([{ user: 'manager@example.com', data: { action: 'rotate_hook_token' } }])
  })

  test('never reveals which program answers at an inner address', async () => {
    const open = createServer((socket) => socket.end('220 an inner secret\r\n')).listen(0, '127.0.0.1')
    await once(open, 'listening')
    const { port } = open.address() as AddressInfo
    const outside = await makeTestSite({ publicUrl: 'https://staff.example.com' })
    const as = await outside.signIn('manager@example.com')
    const login = { no_smtp_authentication: 1, email_id: 'office@example.com' }
    const tryOut = async (host: string, at: number) => {
      const ways = { enable_outgoing: 1, smtp_server: host, smtp_port: at, enable_incoming: 1, email_server: host }
      const body = { ...login, ...ways, incoming_port: at, email_account_name: `${host} ${at}` }
      const { id } = (await outside.call('POST', '/api/entity/Email Account', { body, as })).json.entity
      const path = `/api/entity/Email Account/${encodeURIComponent(id)}?run_method=test_connection`
      return (await outside.call('POST', path, { body: { data: {} }, as })).json.data.error
    }
    for (const [host, at] of [
      ['127.0.0.1', port],
      ['127.0.0.1', 1],
      ['localhost', port],
      ['169.254.169.254', 80],
      ['0.0.0.0', 25],
    ] as const) {
      expect(await tryOut(host, at)).toBe(`The address of the mail server ${host} may not be called.`)
    }
    open.close()
  })
})
