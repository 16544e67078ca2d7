import { expect, test } from 'vitest'
import { makeTestSite, passwords } from '../../testing/test-site.ts'

const site = await makeTestSite()
const user = 'staff@example.com'

test('a user who comes back from the trash has no password and no session, and is invited', async () => {
  const admin = await site.signIn('Administrator')
  const session = await site.signIn(user)
  const call = (method: string, path: string, body?: object) =>
    site.call(method, `/api/entity/${path}`, { as: admin, ...(body && { body }) })
  const before = (await call('GET', `User/${user}`)).json.entity
  expect((await call('DELETE', `User/${user}`)).status).toBe(200)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'User', ref_id: user }))
  const [item] = (await call('GET', `Trash Item?filters=${filters}`)).json.data
  const restored = await call('POST', `Trash Item/${item.id}?run_method=restore`, { data: {} })
  expect([restored.status, restored.json.data.not_restored]).toEqual([200, []])
  const after = (await call('GET', `User/${user}`)).json.entity
  expect(after).toMatchObject({ status: 'Invited', full_name: before.full_name, roles: before.roles })
  expect((await site.call('GET', '/api/entity/Contact', { as: session })).status).toBe(401)
  const login = await site.call('POST', '/api/auth/login', { body: { user, password: passwords.demo } })
  expect(login.status).toBe(401)
  const sessions = encodeURIComponent(JSON.stringify({ user }))
  const left = (await call('GET', `Session?filters=${sessions}`)).json.data as { status: string }[]
  expect(left.filter(({ status }) => status !== 'Ended')).toEqual([])
})
