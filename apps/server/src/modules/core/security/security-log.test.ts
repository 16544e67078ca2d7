import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { exists } from '../../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { FloodCap } from './flood-cap.ts'
import { leaveSecurityNote } from './left-notes.ts'

const path = '/api/entity/Security Event'
const key = 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF'
let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('Administrator')
})

const listOf = async (event: string, as = manager, headers = {}) => {
  await site.settled()
  const filters = encodeURIComponent(JSON.stringify({ event }))
  const answer = await site.call('GET', `${path}?filters=${filters}&fields=["*"]&limit_page_length=500`, {
    as,
    headers,
  })
  return answer.json.data
}

test('an event is in the list and one line in security.log, with user, address and detail', async () => {
  site.site.security.note({
    ...{ event: 'Origin Refused', outcome: 'Refused', account: 'a@b.example', user: 'Administrator' },
    ...{ caller: { ip: '192.0.2.7', userAgent: 'Probe/1' }, detail: 'https://evil.example', requestId: 'r1' },
  })
  const [event] = await listOf('Origin Refused')
  const what = { event: 'Origin Refused', outcome: 'Refused', account: 'a@b.example', user: 'Administrator' }
  const where = { address: '192.0.2.7', agent: 'Probe/1', detail: 'https://evil.example', request_id: 'r1' }
  expect(event).toMatchObject({ ...what, ...where })
  await expect.poll(() => readFileSync(join(site.config.dir, 'logs', 'security.log'), 'utf8')).toContain('evil')
  const lines = readFileSync(join(site.config.dir, 'logs', 'security.log'), 'utf8')
    .trim()
    .split('\n')
  const line = lines.map((text) => JSON.parse(text)).find(({ detail }) => detail === 'https://evil.example')
  expect(line).toMatchObject({ ...what, ...where, at: expect.stringMatching(/^\d{4}-/) })
})

test('all events so far are stored when the log has settled, also those noted during a write', async () => {
  const { security, engine } = site.site
  const isStored = (detail: string) => exists(engine, 'Security Event', { detail })
  const note = (detail: string) => security.note({ event: 'Export', outcome: 'Allowed', detail })
  note('before the write')
  const first = security.settled()
  // The first write begins at once.
  note('during the write')
  await security.settled()
  expect([await isStored('before the write'), await isStored('during the write')]).toEqual([true, true])
  await first
})

test('no text brings a key or token into the log, and each line stays one line', async () => {
  site.site.security.note({
    ...{ event: 'Token Refused', outcome: 'Refused', account: key, user: 'nobody@example.com' },
    ...{
      caller: { ip: '::1', userAgent: `x ${key}` },
      detail: `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9aaaaaaa.${key}.${key}\n{"event":"x"}`,
    },
  })
  const [event] = await listOf('Token Refused')
  expect(JSON.stringify(event)).not.toContain(key)
  expect(event.user).toBeNull()
  expect(event.detail).not.toContain('\n')
})

test('a system manager can read the log, no client can make, change or delete an event, and staff see none', async () => {
  site.site.security.note({ event: 'Second Factor', outcome: 'Allowed', user: 'Administrator' })
  const [event] = await listOf('Second Factor')
  expect(event).toBeDefined()
  for (const [method, where] of [
    ['POST', path],
    ['PUT', `${path}/${event.id}`],
    ['DELETE', `${path}/${event.id}`],
  ] as const) {
    expect((await site.call(method, where, { as: manager, body: { event: 'Export' } })).status, method).toBe(403)
  }
  const staff = await site.signIn('staff@example.com')
  expect((await site.call('GET', path, { as: staff })).status).toBe(403)
})

test('a flood of one kind is counted, not written, and hides no other kind', async () => {
  for (let i = 0; i < 5_000; i++) {
    site.site.security.note({ event: 'Sign-In Failed', outcome: 'Refused', account: `a${i}@example.com` })
  }
  expect(await listOf('Sign-In Failed')).toHaveLength(120)
  // It hides no other kind.
  site.site.security.note({ event: 'Locked', outcome: 'Refused', account: 'a@example.com' })
  expect(await listOf('Locked')).toHaveLength(1)
})

test('a minute later a cap allows events again, up to its limit per hour, and returns how many it omitted', () => {
  let now = 1
  const cap = new FloodCap<string>(
    () => ({ perMinute: 2, perHour: 3 }),
    () => now,
  )
  const take = () => [1, 2, 3].map(() => cap.take('x'))
  expect(take()).toEqual([true, true, false])
  expect(cap.takeLeftOut()).toEqual([])
  now += 60_000
  expect(cap.takeLeftOut()).toEqual([{ key: 'x', count: 1 }])
  expect(take()).toEqual([true, false, false])
  now += 3_600_000
  expect(take()).toEqual([true, true, false])
})

test('after the next start the log has the notes of commands and the counts of omitted events', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'tavla-security-'))
  const first = await makeTestSite({ dir })
  for (let i = 0; i < 200; i++) first.site.security.note({ event: 'Origin Refused', outcome: 'Refused' })
  await first.close()
  leaveSecurityNote(dir, { event: 'Key Rotated', outcome: 'Allowed', detail: 'site key' })
  const second = await makeTestSite({ dir })
  const as = await second.signIn('Administrator')
  await second.settled()
  const list = async (event: string) =>
    (await second.call('GET', `${path}?filters=${JSON.stringify({ event })}&fields=["*"]`, { as })).json.data
  expect(await list('Key Rotated')).toMatchObject([{ detail: 'site key', outcome: 'Allowed', user: null }])
  const [told] = await list('Origin Refused')
  expect(told.detail).toContain('80')
  await second.call('PUT', '/api/entity/User/Administrator', { as, body: { language: 'he' } })
  expect((await list('Origin Refused'))[0].detail).toBe('עוד 80 כאלה בתוך דקה לא נרשמו.')
  await second.close()
  await rm(dir, { recursive: true })
})
