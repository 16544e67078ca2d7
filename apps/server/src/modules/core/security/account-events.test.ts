import { beforeAll, expect, test } from 'vitest'
import { makeLoginToken } from '../../../ground/login-token.ts'
import { sql } from '../../../store/sql.ts'
import { makeTestSite, passwords, type TestSite } from '../../../testing/test-site.ts'

let site: TestSite
let admin: string
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  admin = await site.signIn('Administrator')
  manager = await site.signIn('manager@example.com')
})

const post = (path: string, body: object, as?: string) =>
  site.call('POST', path, { body, as, headers: { 'user-agent': 'Probe/3' } })

/** Events of the security log about or by an account, newest first, in few words. */
async function eventsAbout(name: string): Promise<string[]> {
  await site.settled()
  const query = `fields=["*"]&limit_page_length=100&or_filters=${encodeURIComponent(JSON.stringify({ account: name, user: name }))}`
  const { data } = (await site.call('GET', `/api/entity/Security Event?${query}`, { as: admin })).json
  for (const row of data)
    expect(row).toMatchObject({ address: '127.0.0.1', request_id: expect.stringMatching(/\w{6}/) })
  return data
    .toSorted((a: { at: string }, b: { at: string }) => (a.at < b.at ? -1 : 1))
    .map((row: { event: string; outcome: string; user: string | null }) => `${row.event} ${row.outcome} ${row.user}`)
}

test('the search box of the log finds texts of fields that no index keeps', async () => {
  const email = await newPerson('searched-for')
  await site.settled()
  const found = await site.call('GET', '/api/entity/Security Event?search=SEARCHED-for&fields=["*"]', { as: admin })
  expect(found.json.data.map(({ account }: { account: string }) => account)).toContain(email)
})

async function newPerson(name: string, roles = ['Staff']): Promise<string> {
  const email = `${name}@example.com`
  const body = { email, full_name: name, new_password: passwords.demo, roles: roles.map((role) => ({ role })) }
  expect((await post('/api/user', body, admin)).status).toBe(200)
  return email
}

test('the security log has sign-ins, failures, locks and sign-outs with the name that was typed', async () => {
  const email = await newPerson('noted')
  const [cookie] = [await site.signIn(email)]
  await post('/api/auth/logout', {}, cookie)
  for (let n = 0; n < 11; n++) await post('/api/auth/login', { email, password: `wrong ${n}` })
  const events = await eventsAbout(email)
  const told = ['Roles Changed Allowed Administrator', 'Password Changed Allowed Administrator']
  expect(events.slice(0, 2).toSorted()).toEqual(told.toSorted())
  expect(events.slice(2)).toEqual([
    `Signed In Allowed ${email}`,
    `Signed Out Allowed ${email}`,
    ...new Array(10).fill('Sign-In Failed Refused null'),
    'Locked Refused null',
  ])
})

test('it has resets, new passwords and ended sessions, with the user who did it', async () => {
  const email = await newPerson('changed', ['System Manager'])
  const as = await site.signIn(email)
  const own = { new_password: 'a brand new password' }
  await site.call('PUT', `/api/user/${email}`, { body: { ...own, old_password: 'wrong' }, as })
  await site.call('PUT', `/api/user/${email}`, { body: { ...own, old_password: passwords.demo }, as })
  await post('/api/auth/set_password', { password: 'yet another password', old_password: 'wrong' }, as)
  await post('/api/auth/reset_password', { email })
  await post(`/api/entity/User/${email}?run_method=send_reset_email`, {}, manager)
  await post(`/api/entity/User/${email}?run_method=end_sessions`, {}, manager)
  expect((await eventsAbout(email)).slice(2)).toEqual([
    `Signed In Allowed ${email}`,
    `Password Changed Refused ${email}`,
    `Password Changed Allowed ${email}`,
    `Password Changed Refused ${email}`,
    'Password Reset Asked Allowed null',
    'Password Reset Asked Allowed manager@example.com',
    'Sessions Ended Allowed manager@example.com',
  ])
})

test('it has tokens of HQ that were used, reused and refused, and sessions that HQ ended', async () => {
  const sub = 'visitor@hq.example.com'
  const who = { aud: site.config.siteId, sub, name: 'Visitor', role: 'Operator' } as const
  const token = makeLoginToken(site.config.instanceSecret, who)
  for (let n = 0; n < 2; n++) await post('/api/auth/login_with_token', { token })
  const authorization = `Bearer ${site.config.instanceSecret}`
  const body = { user: sub, before: new Date(Date.now() + 1000).toISOString() }
  const ended = await site.call('POST', '/api/internal/end_hq_sessions', { body, headers: { authorization } })
  expect(ended.json).toEqual({ ended: 1 })
  await site.settled()
  const { name } = site.site.engine.models.require('Security Event').table
  const log = await site.site.store.all<{ c_event: string }>(
    sql`select * from ${sql.id(name)} where c_account = ${sub} order by rid`,
  )
  expect(log.map((row) => row.c_event)).toEqual(['Roles Changed', 'Token Used', 'Token Refused', 'Sessions Ended'])
  expect(JSON.stringify(log)).not.toContain(token)
})
