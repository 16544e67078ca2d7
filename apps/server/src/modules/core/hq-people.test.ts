import { beforeAll, describe, expect, test } from 'vitest'
import { updateRecord } from '../../entity/index.ts'
import { systemContext } from '../../entity/people/actors.ts'
import { type LoginClaims, makeLoginToken } from '../../ground/login-token.ts'
import { utcText } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import { cookieOf, makeTestSite, passwords, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('manager@example.com')
})

const tokenFor = (sub: string, at = Date.now(), role: LoginClaims['role'] = 'Operator') =>
  makeLoginToken(site.config.instanceSecret, { aud: site.config.siteId, sub, name: 'Omer Katz', role }, at)
const useToken = (token: string, of = site) => of.call('POST', '/api/auth/login_with_token', { body: { token } })
const whoIs = async (as: string, of = site) => (await of.call('GET', '/api/auth/validate', { as })).json.user
const endSessions = (body: object, secret = site.config.instanceSecret) =>
  site.call('POST', '/api/internal/end_hq_sessions', { body, headers: { authorization: `Bearer ${secret}` } })
const utc = (at = Date.now()) => utcText(at)
const people = 'People of HQ sign in through HQ.'

async function fromHq(name: string, role?: LoginClaims['role']) {
  const id = `${name}@hq.example.com`
  const answer = await useToken(tokenFor(id, Date.now(), role))
  expect(answer.status).toBe(200)
  return { id, as: cookieOf(answer) }
}

describe('a user who signs in through HQ', () => {
  test('is marked, and has no password, no mailed key and no other address', async () => {
    const { id, as } = await fromHq('op')
    const put = (body: object, by = manager) => site.call('PUT', `/api/user/${id}`, { body, as: by })
    const read = await site.call('GET', `/api/user/${id}`, { as: manager })
    expect(read.json.user).toMatchObject({ from_hq: 1, status: 'Active', roles: [{ role: 'System Manager' }] })
    const action = (name: string) => site.call('POST', `/api/entity/User/${id}?run_method=${name}`, { body: {}, as })
    const own = { password: 'a brand new password', old_password: 'x' }
    const refusals = [
      await put({ new_password: 'a brand new password' }),
      await put({ new_password: 'a brand new password', old_password: 'x' }, as),
      await put({ send_welcome_email: 1 }),
      await put({ email: 'elsewhere@example.com' }),
      await put({ email: 'elsewhere@example.com', from_hq: 0 }, as),
      await site.call('POST', '/api/auth/set_password', { body: own, as }),
      await action('send_reset_email'),
    ]
    for (const { status, json } of refusals) expect([status, json.message]).toEqual([417, people])
    // The caller learns nothing, and no mail leaves.
    const asked = await site.call('POST', '/api/auth/reset_password', { body: { email: id } })
    expect([asked.status, asked.json]).toEqual([200, { message: 'Password reset email sent' }])
    await site.settled()
    expect(await site.site.store.all(sql`select * from reset_key where "user" = ${id}`)).toEqual([])
    // They may change the rest of the record, but not the mark.
    expect((await put({ phone: '+972 50', from_hq: 0 }, as)).json.user).toMatchObject({ from_hq: 1, email: id })
  })

  test('cannot sign in with a password, even if one is stored', async () => {
    const { id } = await fromHq('old')
    const { hash } = (await site.site.store.get<{ hash: string }>(
      sql`select hash from credential where "user" = 'staff@example.com'`,
    )) as { hash: string }
    await site.site.store.write((tx) => tx.run(sql`insert into credential ("user", hash) values (${id}, ${hash})`))
    const answer = await site.call('POST', '/api/auth/login', { body: { user: id, password: passwords.demo } })
    expect([answer.status, answer.json.message]).toEqual([401, 'Invalid login credentials'])
  })

  test('keeps their roles if they were a user of the site before', async () => {
    const answer = await useToken(tokenFor('staff@example.com'))
    expect(await whoIs(cookieOf(answer))).toBe('staff@example.com')
    const { user } = (await site.call('GET', '/api/user/staff@example.com', { as: manager })).json
    expect(user).toMatchObject({ from_hq: 0, roles: [{ role: 'Staff' }] })
    const local = await site.signIn('staff@example.com')
    expect((await endSessions({ user: 'staff@example.com', before: utc() })).json).toEqual({ ended: 1 })
    expect([await whoIs(cookieOf(answer)), await whoIs(local)]).toEqual(['Guest', 'staff@example.com'])
  })

  test('stays signed in for at most twelve hours, however active they are', async () => {
    const first = await makeTestSite()
    const who = { aud: first.config.siteId, sub: 'op@hq.example.com', name: 'Op', role: 'Operator' } as const
    const as = cookieOf(await useToken(makeLoginToken(first.config.instanceSecret, who), first))
    const local = await first.signIn('staff@example.com')
    const { engine, store } = first.site
    const { name } = engine.models.require('Session').table
    const hours = (n: number) => utc(Date.now() - n * 3_600_000)
    await store.write((tx) => tx.run(sql`update ${sql.id(name)} set creation = ${hours(11.9)}`))
    await first.close()
    const second = await makeTestSite({ dir: first.config.dir })
    expect([await whoIs(as, second), await whoIs(local, second)]).toEqual(['op@hq.example.com', 'staff@example.com'])
    await second.site.store.write((tx) => tx.run(sql`update ${sql.id(name)} set creation = ${hours(12.1)}`))
    await second.close()
    const third = await makeTestSite({ dir: first.config.dir })
    expect([await whoIs(as, third), await whoIs(local, third)]).toEqual(['Guest', 'staff@example.com'])
  })
})

describe('HQ ends the sessions of a user', () => {
  test('that began with older tokens, and no others', async () => {
    const one = await fromHq('leaver')
    const two = cookieOf(await useToken(tokenFor('Leaver@hq.example.com')))
    const boss = cookieOf(await useToken(tokenFor('leaver@hq.example.com', Date.now(), 'System Manager')))
    const other = await fromHq('stayer', 'System Manager')
    expect([await whoIs(two), await whoIs(boss), await whoIs(other.as)]).toEqual([
      'leaver@hq.example.com',
      'Administrator',
      'Administrator',
    ])
    const before = Date.now() + 1
    const unused = tokenFor(one.id, before - 1)
    expect((await endSessions({ user: one.id, before: utc(before) })).json).toEqual({ ended: 3 })
    for (const as of [one.as, two, boss]) expect(await whoIs(as)).toBe('Guest')
    expect(await whoIs(other.as)).toBe('Administrator')
    // A repeated or late call ends no session of a user who came back since.
    expect((await useToken(unused)).status).toBe(401)
    const back = cookieOf(await useToken(tokenFor(one.id, before)))
    expect((await endSessions({ user: one.id, before: utc(before) })).json).toEqual({ ended: 0 })
    expect((await endSessions({ user: one.id, before: utc(before - 60_000) })).json).toEqual({ ended: 0 })
    expect(await whoIs(back)).toBe(one.id)
    expect((await useToken(tokenFor(one.id, before - 1))).status).toBe(401)
  })

  test('and no token slips in at the same time', async () => {
    const { id } = await fromHq('racer')
    const before = Date.now() + 1
    const tokens = Array.from({ length: 12 }, () => tokenFor(id, before - 1))
    const [answers] = await Promise.all([
      Promise.all(tokens.map((token) => useToken(token))),
      endSessions({ user: id, before: utc(before) }),
    ])
    for (const answer of answers) if (answer.status === 200) expect(await whoIs(cookieOf(answer))).toBe('Guest')
  })

  test('by a call that only HQ may make, with user and time', async () => {
    expect((await endSessions({ user: 'x@example.com', before: utc() }, 'guess')).status).toBe(404)
    const anonymous = await site.call('POST', '/api/internal/end_hq_sessions', { body: {}, as: manager })
    expect(anonymous.status).toBe(404)
    const bad = [
      {},
      { user: 'x' },
      { user: '', before: utc() },
      { user: 'x', before: 'soon' },
      { user: 5, before: utc() },
    ]
    for (const body of bad) expect((await endSessions(body)).status).toBe(400)
    expect((await endSessions({ user: 'x'.repeat(141), before: utc() })).status).toBe(400)
    expect((await endSessions({ user: 'nobody@example.com', before: utc() })).json).toEqual({ ended: 0 })
  })
})

test('the next start marks users whom sign-ins through HQ made before there was a mark, and no others', async () => {
  const first = await makeTestSite()
  const who = { aud: first.config.siteId, name: 'Op', role: 'Operator' } as const
  const come = (sub: string) => useToken(makeLoginToken(first.config.instanceSecret, { ...who, sub }), first)
  const admin = await first.signIn('Administrator')
  const invited = { email: 'invited@example.com', full_name: 'Invited' }
  await first.call('POST', '/api/user', { body: invited, as: admin })
  for (const id of ['old@hq.example.com', 'staff@example.com', 'invited@example.com']) await come(id)
  const { engine, store } = first.site
  await updateRecord(engine, systemContext(engine), 'User', 'old@hq.example.com', { from_hq: 0 })
  await store.write((tx) => tx.run(sql`delete from site where key = 'people of hq are marked'`))
  await first.close()
  const site = await makeTestSite({ dir: first.config.dir })
  const as = await site.signIn('Administrator')
  const list = await site.call('GET', '/api/user?fields=["from_hq","status"]&limit_page_length=50', { as })
  const marked = list.json.data.filter((row: { from_hq: number }) => row.from_hq === 1)
  expect(marked).toMatchObject([{ id: 'old@hq.example.com', status: 'Active' }])
})
