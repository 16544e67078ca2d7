import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onPostgres } from './store/testing.ts'
import { makeTestSite, type TestSite, type TestSiteOptions } from './testing/test-site.ts'

const counts = async (site: TestSite, as: string) => {
  const count = async (entity: string) =>
    (await site.call('GET', `/api/entity/${entity}?limit_page_length=1`, { as })).json.count
  return { Contact: await count('Contact'), Task: await count('Task'), Role: await count('Role') }
}

async function expectFirstStart(options: TestSiteOptions): Promise<TestSite> {
  const site = await makeTestSite(options)
  const as = await site.signIn('Administrator')
  expect(await counts(site, as)).toEqual({ Contact: 60, Task: 120, Role: 5 })
  const { json } = await site.call('GET', '/api/user?limit_page_length=500&order_by=id&fields=id,status', { as })
  expect(json.data.map(({ id, status }: { id: string; status: string }) => `${id} ${status}`)).toEqual([
    'Administrator Active',
    'Guest Disabled',
    'manager@example.com Active',
    'staff@example.com Active',
  ])
  const profiles = await site.call('GET', '/api/entity/Role%20Profile/Operators', { as })
  expect(profiles.json.entity.roles.map(({ role }: { role: string }) => role)).toEqual(['System Manager', 'Staff'])
  const task = await site.call('PUT', '/api/entity/Task/TASK-0001', {
    body: { subject: 'Changed' },
    as: await site.signIn('staff@example.com'),
  })
  expect(task.json.entity.subject).toBe('Changed')
  return site
}

test('a first start seeds a site, a second one leaves it unchanged', async () => {
  const first = await expectFirstStart({ isFirstStart: true })
  const as = await first.signIn('Administrator')
  await first.call('DELETE', '/api/entity/Role%20Profile/Operators', { as })
  await first.close()
  const second = await makeTestSite({ dir: first.config.dir, adminPassword: 'not used any more' })
  const again = await second.signIn('Administrator')
  expect(await counts(second, again)).toMatchObject({ Contact: 60, Task: 120 })
  expect((await second.call('GET', '/api/entity/Role%20Profile/Operators', { as: again })).status).toBe(404)
})

test('sample data can be added to a site later', async () => {
  const first = await makeTestSite({ sample: false })
  await first.close()
  const second = await makeTestSite({ dir: first.config.dir })
  expect(await counts(second, await second.signIn('manager@example.com'))).toMatchObject({ Contact: 60 })
})

test('the owner of the data can read generated passwords', async () => {
  const site = await makeTestSite({ adminPassword: undefined, demoPassword: undefined })
  const read = async (name: string) => (await readFile(join(site.config.dir, name), 'utf8')).trim()
  await site.signIn('Administrator', await read('admin-password.txt'))
  await site.signIn('staff@example.com', await read('demo-password.txt'))
})

onPostgres((_open, address) => {
  test('a site keeps all of its records in PostgreSQL', async () => {
    const site = await expectFirstStart({ databaseUrl: await address() })
    await site.close()
  })
})
