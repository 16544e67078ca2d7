import { beforeAll, expect, test } from 'vitest'
import { createBefore } from '../testing/before.ts'
import { makeTestSite, messageOf } from '../testing/test-site.ts'

const site = createBefore(() => makeTestSite())
let admin: string
let staff: string

beforeAll(async () => {
  admin = await site.signIn('Administrator')
  staff = await site.signIn('staff@example.com')
})

const call = (name: string, body: object, as = admin) => site.call('POST', `/api/app/${name}`, { body, as })

test('definitions are exported, planned and imported by System Managers alone', async () => {
  const { json: file } = await call('export_definitions', {})
  expect(file).toMatchObject({ format: 'tavla-definitions', version: 1, site: site.config.siteId })
  const wanted = { source_text: 'Deal', language: 'he', translated_text: 'עסקה' }
  const item = { kind: 'Translation', id: 'from-elsewhere', hash: '', value: wanted }
  const sent = {
    ...file,
    items: [item, { kind: 'System Settings', id: 'System Settings', value: { may_reach_people: 1 } }],
  }
  const plan = (await call('import_definitions', { file: sent })).json
  expect(plan).toMatchObject({ applied: 0, operation_id: null })
  expect(plan.plan[0]).toMatchObject({ key: 'Translation/from-elsewhere', change: 'add', risk: 'Safe', picked: 1 })
  const done = (await call('import_definitions', { file: sent, dry_run: 0, pick: ['Translation/from-elsewhere'] })).json
  expect(done).toMatchObject({ applied: 1, operation_id: expect.any(String) })
  const { json } = await site.call('GET', '/api/entity/Translation/from-elsewhere', { as: admin })
  expect(json.entity).toMatchObject({ ...wanted, contributed_by: 'Administrator' })
  expect((await call('export_definitions', {}, staff)).status).toBe(403)
  expect((await call('import_definitions', { file }, staff)).status).toBe(403)
  const unknown = await call('import_definitions', { file: { ...file, items: [{ ...item, kind: 'User' }] } })
  expect([unknown.status, messageOf(unknown.json).message]).toEqual([417, 'User is no kind of definition.'])
  for (const bad of [
    {},
    { file: [] },
    { file, pick: 'x' },
    { file, pick: ['Entity/None'] },
    { file: { ...file, items: [1] } },
  ])
    expect((await call('import_definitions', { ...bad, dry_run: 0 })).status).toBe(417)
})

test('HQ proves itself by the instance secret, and hears refusals as data', async () => {
  const ask = (body: object, secret = site.config.instanceSecret) =>
    site.call('POST', '/api/internal/definitions', { body, headers: { authorization: `Bearer ${secret}` } })
  expect((await ask({ do: 'export' }, 'wrong')).status).toBe(404)
  expect((await ask({ do: 'export' })).json.items.length).toBeGreaterThan(10)
  const rolled = (await ask({ do: 'roll_back', of: 'none' })).json
  expect(rolled.refused).toMatchObject({ status: 409 })
})
