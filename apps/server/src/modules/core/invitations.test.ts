import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('manager@example.com')
})

const call = (method: string, path: string, body: object = {}, as = manager) => site.call(method, path, { body, as })
const act = (id: string, action: string, as = manager) =>
  call('POST', `/api/entity/User/${encodeURIComponent(id)}?run_method=${action}`, {}, as)
const settings = (body: object) => call('PUT', '/api/entity/System Settings', body)
const person = (email: string) => call('POST', '/api/user', { email, full_name: 'Ruth Green' })

test('a copied invitation link is shown once, sets the first password once, and is logged without its key', async () => {
  await person('ruth@example.com')
  const { json } = await act('ruth@example.com', 'copy_invitation_link')
  expect(json.data).toMatchObject({ link: expect.stringMatching(/\/validate-password\?key=[\w-]{43}$/), days: 7 })
  const key = new URL(json.data.link).searchParams.get('key')
  await site.settled()
  const events = await call('GET', '/api/entity/Security Event?fields=["*"]&limit_page_length=500')
  expect(events.json.data).toContainEqual(
    expect.objectContaining({
      ...{ event: 'Secret Revealed', user: 'manager@example.com' },
      detail: 'Invitation Link of User ruth@example.com',
    }),
  )
  expect(events.text).not.toContain(key)
  expect((await call('GET', '/api/entity/Version?fields=["*"]&limit_page_length=500')).text).not.toContain(key)
  const choose = () => site.call('POST', '/api/auth/set_password', { body: { key, password: 'blue lamp seven' } })
  expect((await choose()).status).toBe(200)
  expect((await choose()).status).toBe(417)
  expect(
    (await site.call('POST', '/api/auth/login', { body: { user: 'ruth@example.com', password: 'blue lamp seven' } }))
      .status,
  ).toBe(200)
})

test('there is no link for a user with a password, for Administrator, or for a caller who is no manager', async () => {
  for (const id of ['staff@example.com', 'manager@example.com', 'Guest']) {
    const { status } = await act(id, 'copy_invitation_link')
    expect([id, status]).toEqual([id, 417])
  }
  expect((await act('Administrator', 'copy_invitation_link')).status).toBe(403)
  await person('dan@example.com')
  const staff = await site.signIn('staff@example.com')
  expect((await act('dan@example.com', 'copy_invitation_link', staff)).status).toBe(403)
})

test('there is no link for a user of HQ', async () => {
  await person('operator@example.com')
  const { table } = site.site.engine.models.require('User')
  await site.site.store.write((tx) =>
    tx.run(sql`update ${sql.id(table.name)} set c_from_hq = 1 where id = ${'operator@example.com'}`),
  )
  const { status, json } = await act('operator@example.com', 'copy_invitation_link')
  expect([status, json.message]).toEqual([417, 'People of HQ sign in through HQ.'])
})

test('the answer to an invitation tells how its mail is sent', async () => {
  await person('gil@example.com')
  const deliveryOf = async () => {
    const { delivery } = (await act('gil@example.com', 'send_reset_email')).json.data
    // The separate call answers the same after a save with an invitation.
    expect((await act('gil@example.com', 'get_mail_delivery')).json.data).toEqual({ delivery })
    return delivery
  }
  expect(await deliveryOf()).toBe('No Account')
  await settings({ mail_transport: 'File' })
  expect(await deliveryOf()).toBe('File')
  await settings({ mail_transport: 'SMTP' })
  expect(await deliveryOf()).toBe('No Way')
  await settings({ may_reach_people: 0 })
  expect(await deliveryOf()).toBe('Held')
  const account = { email_account_name: 'Post', email_id: 'post@example.com', enable_outgoing: 1, default_outgoing: 1 }
  const made = await call('POST', '/api/entity/Email Account', {
    ...account,
    smtp_server: '127.0.0.1',
    smtp_port: 1,
    no_smtp_authentication: 1,
  })
  expect(made.status).toBe(200)
  await settings({ may_reach_people: 1 })
  expect(await deliveryOf()).toBe('Sending')
})
