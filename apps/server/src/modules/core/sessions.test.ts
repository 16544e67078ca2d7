import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { setSilently } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { cookieOf, makeTestSite, passwords, type TestSite } from '../../testing/test-site.ts'

const whoIs = (site: TestSite, as: string) => site.call('GET', '/api/auth/validate', { as })

/** Sets the times of every session, as if they had passed, and reopens the site with empty memory. */
async function reopenAfter(site: TestSite, times: Record<string, string>): Promise<TestSite> {
  const { engine } = site.site
  const rows = await engine.store.all<{ id: string }>(
    sql`select id from ${sql.id(engine.models.require('Session').table.name)}`,
  )
  for (const { id } of rows) await engine.store.write((tx) => setSilently(engine, tx, 'Session', id, times))
  await site.close()
  return makeTestSite({ dir: site.config.dir })
}

test('a session survives a restart, and its expiry moves on with use', async () => {
  const first = await makeTestSite({ sample: true })
  const as = await first.signIn('staff@example.com')
  expect((await whoIs(first, as)).headers['set-cookie']).toBeUndefined()
  const site = await reopenAfter(first, { last_active: '2026-01-01 00:00:00.000000' })
  const used = await whoIs(site, as)
  expect(used.json.user).toBe('staff@example.com')
  expect(used.headers['set-cookie']).toMatch(new RegExp(`^${as}; Path=/; Max-Age=604800`))
  expect((await whoIs(site, as)).headers['set-cookie']).toBeUndefined()
  await site.settled()
  const { json } = await site.call('GET', '/api/entity/Session?fields=*', { as })
  const today = new Date().toISOString().slice(0, 4)
  expect(json.data[0].last_active.slice(0, 4)).toBe(today)
})

test('a session that was idle too long is over, and its record has the status Ended', async () => {
  const first = await makeTestSite({ sample: true })
  const as = await first.signIn('staff@example.com')
  const site = await reopenAfter(first, { expires: '2020-01-01 00:00:00.000000' })
  expect((await whoIs(site, as)).json.user).toBe('Guest')
  await site.settled()
  const { engine } = site.site
  const rows = await engine.store.all<{ c_status: string }>(
    sql`select c_status from ${sql.id(engine.models.require('Session').table.name)}`,
  )
  expect(rows).toEqual([{ c_status: 'Ended' }])
  expect(await engine.store.all(sql`select * from session_secret`)).toEqual([])
})

test('use does not extend a session beyond its maximum', async () => {
  const first = await makeTestSite({ sample: true })
  const as = await first.signIn('staff@example.com')
  const { engine } = first.site
  await engine.store.write(async (tx) => {
    await tx.run(
      sql`update ${sql.id(engine.models.require('Session').table.name)} set creation = '2020-01-01 00:00:00.000000'`,
    )
  })
  const site = await reopenAfter(first, {})
  expect((await whoIs(site, as)).json.user).toBe('Guest')
})

test('a session that ends during its lookup stays ended', async () => {
  const first = await makeTestSite({ sample: true })
  const as = await first.signIn('staff@example.com')
  const site = await reopenAfter(first, { last_active: '2026-01-01 00:00:00.000000' })
  const { sessions } = site.site
  const token = as.slice(as.indexOf('=') + 1)
  const [, ended] = await Promise.all([sessions.find(token), sessions.endAll('staff@example.com')])
  expect(ended).toBe(1)
  expect(await sessions.find(token)).toBeUndefined()
})

test('a call under way at the next sign-in does not set the former cookie again', async () => {
  const first = await makeTestSite({ sample: true })
  const former = await first.signIn('staff@example.com')
  const site = await reopenAfter(first, { last_active: '2026-01-01 00:00:00.000000' })
  // The server knows the caller before it reads the body, which the test holds back.
  const { promise: isRead, resolve: noteRead } = Promise.withResolvers<void>()
  const body = new Readable({ read: () => noteRead() })
  const headers = { cookie: former, 'content-type': 'application/json' }
  const call = site.inject({ method: 'POST', url: '/api/entity/Task', headers, payload: body })
  await isRead
  const login = { user: 'manager@example.com', password: passwords.demo }
  const later = await site.call('POST', '/api/auth/login', { body: login, as: former })
  expect((await whoIs(site, cookieOf(later))).json.user).toBe('manager@example.com')
  body.push(JSON.stringify({ subject: 'Begun before' }))
  body.push(null)
  const answer = await call
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['set-cookie']).toBeUndefined()
  // A late refusal does not clear the newer cookie either.
  const late = await site.call('GET', '/api/entity/Task', { as: former })
  expect(late.status).toBe(401)
  expect(late.headers['set-cookie']).toBeUndefined()
})

test('a refused call clears a dead cookie until the next sign-in, and no cookie that it did not send', async () => {
  const site = await makeTestSite({ sample: true })
  const as = await site.signIn('staff@example.com')
  await site.site.sessions.endAll('staff@example.com')
  const cookieAfter = async (more: object) => (await site.call('GET', '/api/entity/Task', more)).headers['set-cookie']
  expect(await cookieAfter({ as })).toMatch(/^sid=; Path=\/; Max-Age=0/)
  expect(await cookieAfter({})).toBeUndefined()
  const login = { user: 'staff@example.com', password: passwords.demo }
  await site.call('POST', '/api/auth/login', { body: login, as })
  expect(await cookieAfter({ as })).toBeUndefined()
})
