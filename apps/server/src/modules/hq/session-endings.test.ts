import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

let hq: TestHq
let people = 0

beforeAll(async () => {
  override(defaultTiming, { healthEvery: 200 })
  hq = await startHq()
  await hq.create('acme')
  await hq.until('acme', 'Running')
})

afterAll(() => hq.remove())

async function askSite(path: string, init: { body?: object; cookie?: string } = {}) {
  const { stagingUrl } = await hq.project('acme')
  const response = await fetch(`${stagingUrl}${path}`, {
    method: init.body ? 'POST' : 'GET',
    headers: { ...(init.body ? { 'content-type': 'application/json' } : {}), cookie: init.cookie ?? '' },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  })
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return { status: response.status, json: (await response.json()) as { user?: string }, cookie }
}

const whoIs = async (cookie: string) => (await askSite('/api/auth/validate', { cookie })).json.user
const isSentAway = (cookie: string) => expect.poll(() => whoIs(cookie)).toBe('Guest')

/** Gives a person this level on the project, or none. */
const grant = (user: string, level?: string) =>
  hq.call('PUT', '/api/hq/access', { user, projects: level ? [{ project: 'acme', level }] : [] })

/** Makes a user of HQ with these roles who is signed in to the project, and a token that they have not used yet. */
async function visitor(roles: readonly string[], more: object = {}) {
  const id = `visitor${++people}@example.com`
  const atHq = await hq.person(id, roles)
  if (Object.keys(more).length > 0) await change(id, more)
  if (roles.includes('Project Operator')) await grant(id, 'Design')
  const newToken = async (): Promise<string> => (await hq.act('acme', 'create_login_token', {}, atHq)).json.data.token
  const enter = async (token: string) => askSite('/api/auth/login_with_token', { body: { token } })
  const entered = await enter(await newToken())
  expect(entered.status).toBe(200)
  expect(await whoIs(entered.cookie)).not.toBe('Guest')
  return { id, atHq, cookie: entered.cookie, unused: await newToken(), enter, newToken }
}

async function change(id: string, values: object) {
  expect((await hq.call('PUT', `/api/user/${id}`, values)).message).toBe('')
}

const waiting = async () => (await hq.site.store.all(sql`select * from hq_ending`)).length

const ways: [string, readonly string[], (id: string) => Promise<unknown>][] = [
  ['is disabled', ['Operator'], (id) => change(id, { enabled: 0 })],
  ['is deleted', ['Operator'], (id) => hq.call('DELETE', `/api/user/${id}`)],
  ['is an operator no more', ['Operator', 'Staff'], (id) => change(id, { roles: [{ role: 'Staff' }] })],
  ['designs the project no more', ['Project Operator'], (id) => grant(id, 'Operate')],
  ['is taken from its access', ['Project Operator'], (id) => grant(id)],
  ['is a Project Operator no more', ['Project Operator', 'Staff'], (id) => change(id, { roles: [{ role: 'Staff' }] })],
  ['runs HQ no more', ['System Manager'], (id) => change(id, { roles: [{ role: 'Operator' }] })],
  [
    'has their sessions ended',
    ['Operator'],
    (id) => hq.call('POST', `/api/entity/User/${id}?run_method=end_sessions`, {}),
  ],
]

test.each(ways)('a user who %s at HQ loses their sessions and tokens at its projects', async (_, roles, end) => {
  await hq.person('keeps@example.com', ['System Manager'])
  const person = await visitor(roles)
  const other = await visitor(['System Manager'])
  await end(person.id)
  await isSentAway(person.cookie)
  expect((await person.enter(person.unused)).status).toBe(401)
  await expect.poll(waiting).toBe(0)
  expect(await whoIs(other.cookie)).toBe('Administrator')
})

test('an Operator stays signed in whatever the access of a project says, and so does who gets a higher level', async () => {
  const operator = await visitor(['Operator', 'Project Operator'])
  const designer = await visitor(['Project Operator'])
  await grant(operator.id)
  await grant(designer.id, 'Manage')
  expect(await waiting()).toBe(0)
  expect([await whoIs(operator.cookie), await whoIs(designer.cookie)]).toEqual([operator.id, designer.id])
})

test('a role removed from a role profile ends the sessions of its users, unless they have the role otherwise', async () => {
  const profile = { role_profile: 'Crew', roles: [{ role: 'Operator' }] }
  expect((await hq.call('POST', '/api/entity/Role Profile', profile)).message).toBe('')
  const byProfile = { roles: [], role_profiles: [{ role_profile: 'Crew' }] }
  const person = await visitor(['Operator'], byProfile)
  const other = await visitor(['Operator'], { role_profiles: [{ role_profile: 'Crew' }] })
  await hq.call('PUT', '/api/entity/Role Profile', { id: 'Crew', roles: [{ role: 'Staff' }] })
  await isSentAway(person.cookie)
  expect(await whoIs(other.cookie)).toBe(other.id)
})

test('a change that keeps a user’s rights ends no session, and a user who gets the rights back can sign in', async () => {
  const person = await visitor(['Operator'])
  await change(person.id, { phone: '+972 50', roles: [{ role: 'Operator' }, { role: 'Staff' }] })
  expect(await waiting()).toBe(0)
  expect(await whoIs(person.cookie)).toBe(person.id)
  await hq.call('POST', `/api/entity/User/${person.id}?run_method=end_sessions`, {})
  await isSentAway(person.cookie)
  const atHq = await hq.person(person.id)
  const { json } = await hq.act('acme', 'create_login_token', {}, atHq)
  expect((await person.enter(json.data.token)).json.user).toBe(person.id)
})

test('a user without the rights gets no token', async () => {
  const person = await visitor(['Operator'])
  const [, answer] = await Promise.all([
    change(person.id, { enabled: 0 }),
    hq.act('acme', 'create_login_token', {}, person.atHq),
  ])
  if (answer.status === 200) expect((await person.enter(answer.json.data.token)).status).toBe(401)
  else expect([401, 403]).toContain(answer.status)
})

test('a stopped project is told when it starts, also by an HQ that was restarted', async () => {
  const person = await visitor(['Operator'])
  await hq.act('acme', 'stop_project')
  await change(person.id, { enabled: 0 })
  expect(await waiting()).toBe(1)
  await hq.close()
  hq = await startHq({ dir: hq.dir })
  expect(await waiting()).toBe(1)
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
  await isSentAway(person.cookie)
  await expect.poll(waiting).toBe(0)
})

test('a deleted project has no waiting endings', async () => {
  const person = await visitor(['Operator'])
  await hq.act('acme', 'stop_project')
  await hq.call('DELETE', `/api/user/${person.id}`)
  expect(await waiting()).toBe(1)
  expect((await hq.call('DELETE', '/api/entity/Project/acme')).message).toBe('')
  expect(await waiting()).toBe(0)
})
