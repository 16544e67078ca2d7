import { request } from 'node:http'
import { connect } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'

let site: TestSite
let admin: string
let manager: string
const from = { 'user-agent': 'Probe/2' }

beforeAll(async () => {
  site = await makeTestSite({ change: (config) => ({ ...config, trustedProxies: ['127.0.0.1'] }) })
  admin = await site.signIn('Administrator')
  manager = await site.signIn('manager@example.com')
})

const call = (method: string, path: string, body?: object, as = manager, headers = {}) =>
  site.call(method, path, { body, as, headers: { ...from, ...headers } })

/** Entries of the security log for an event, newest first. */
async function eventsOf(event: string) {
  await site.settled()
  const filters = encodeURIComponent(JSON.stringify({ event }))
  const answer = await call('GET', `/api/entity/Security Event?filters=${filters}&fields=["*"]&order_by=at desc`)
  return answer.json.data
}

const byManager = { user: 'manager@example.com', address: '127.0.0.1', agent: 'Probe/2', outcome: 'Allowed' }

test('the security log has a write from another site’s page with that origin, without its query', async () => {
  const path = '/api/entity/Task?key=hush'
  expect((await call('POST', path, {}, manager, { origin: 'https://evil.example' })).status).toBe(403)
  expect(await eventsOf('Origin Refused')).toMatchObject([
    { ...byManager, outcome: 'Refused', detail: 'https://evil.example POST /api/entity/Task' },
  ])
})

test('it has a socket of another site’s page, and bytes that are no call', async () => {
  const { port } = new URL(await site.listen())
  await new Promise<void>((resolve) => {
    const headers = { origin: 'https://evil.example', 'x-forwarded-for': '198.51.100.7', ...from }
    request({ port, path: '/socket.io/?EIO=4&transport=polling', headers }, (answer) =>
      answer.resume().on('end', resolve),
    ).end()
  })
  expect((await eventsOf('Origin Refused'))[0]).toMatchObject({
    agent: 'Probe/2',
    address: '198.51.100.7',
    detail: 'https://evil.example /socket.io/',
  })
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('no call at all\r\n\r\n'))
    socket.on('data', () => {}).on('close', () => resolve())
  })
  expect(await eventsOf('Request Refused')).toMatchObject([
    { outcome: 'Refused', address: expect.stringContaining('127.0.0.1') },
  ])
})

test('it has a disguised path as it was written', async () => {
  expect((await call('GET', '/%61pi/user?key=hush')).status).toBe(400)
  expect((await eventsOf('Request Refused'))[0]).toMatchObject({ outcome: 'Refused', detail: 'GET /%61pi/user' })
})

test('it has roles that a user gets and loses by name, with the user who did it', async () => {
  const email = 'promoted@example.com'
  await call('POST', '/api/user', { email, full_name: 'Promoted' })
  expect(await eventsOf('Roles Changed')).toMatchObject([{ ...byManager, account: email, detail: '+Staff' }])
  await call('PUT', `/api/user/${email}`, { roles: [{ role: 'System Manager' }], role_profiles: [] })
  expect((await eventsOf('Roles Changed'))[0]).toMatchObject({ account: email, detail: '+System Manager, −Staff' })
  await call('PUT', `/api/user/${email}`, { phone: '+972501234567' })
  expect(await eventsOf('Roles Changed')).toHaveLength(2)
})

test('it has a user who is disabled or deleted', async () => {
  const email = 'leaver@example.com'
  await call('POST', '/api/user', { email, full_name: 'Leaver' })
  await call('PUT', `/api/user/${email}`, { enabled: 0 })
  expect(await eventsOf('User Disabled')).toMatchObject([{ ...byManager, account: email, detail: null }])
  expect((await call('DELETE', `/api/user/${email}`)).status).toBe(200)
  expect((await eventsOf('User Disabled'))[0]).toMatchObject({ account: email, detail: 'Deleted' })
})

test('it has changed rules of an entity or role profile and a disabled role, and no other changes', async () => {
  const fields = [{ fieldname: 'word', label: 'Word', fieldtype: 'Data' }]
  const managers = [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }]
  const rules = (...permissions: object[]) => ({
    id: 'Ledger',
    module: 'Test',
    fields,
    permissions: [...permissions, ...managers],
  })
  const made = await call('POST', '/api/entity/Entity', rules({ role: 'Staff', read: 1 }), admin)
  expect(made.json).toMatchObject({ entity: { id: 'Ledger' } })
  expect((await eventsOf('Rights Changed'))[0]).toMatchObject({ user: 'Administrator', detail: 'Entity Ledger' })
  await call('PUT', '/api/entity/Entity/Ledger', rules({ role: 'Staff', read: 1, write: 1 }), admin)
  expect(await eventsOf('Rights Changed')).toHaveLength(2)
  await call('PUT', '/api/entity/Entity/Ledger', { description: 'words' }, admin)
  expect(await eventsOf('Rights Changed')).toHaveLength(2)
  await call('PUT', '/api/entity/Role Profile/Staff', { roles: [{ role: 'Staff' }, { role: 'System Manager' }] })
  expect((await eventsOf('Rights Changed'))[0]).toMatchObject({ ...byManager, detail: 'Role Profile Staff' })
})

test('it has a revealed secret by name, never its value', async () => {
  const account = { email_account_name: 'Post', email_id: 'post@example.com' }
  const made = await call('POST', '/api/entity/Email Account', account)
  const { id } = made.json.entity
  const shown = await call('POST', `/api/entity/Email Account/${id}?run_method=rotate_hook_token`, {})
  const events = await eventsOf('Secret Revealed')
  expect(events).toMatchObject([{ ...byManager, detail: `Hook Token of Email Account ${id}` }])
  expect(JSON.stringify(events)).not.toContain(shown.json.data.hook_token)
})

test('every action that answers a key, token or password is logged', async () => {
  const shown = site.site.engine.actions.filter(({ name }) => /^(reveal|rotate|copy)_/.test(name))
  expect(shown.length).toBeGreaterThan(1)
  for (const { name, reveals } of shown) expect([name, reveals]).toEqual([name, expect.any(String)])
})
