import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits } from '@tavla/contract'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Behaviour, type Change, countOf } from '../entity/index.ts'
import { dumpOf } from '../entity/testing.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

// Each test holds a part of "The way of a write" in docs/architecture.md.
let site: TestSite
let staff: string
let manager: string
const steps: string[] = []
let alsoAfterSave: (change: Change) => Promise<void>

const step = (name: string) => (change: Change) => {
  steps.push(`${name}: ${change.after.points}`)
  return name === 'afterSave' ? alsoAfterSave(change) : undefined
}

beforeAll(async () => {
  site = await makeTestSite()
  staff = await site.signIn('staff@example.com')
  manager = await site.signIn('manager@example.com')
  const { engine } = site.site
  const behaviours = engine.behaviours as Map<string, Behaviour>
  for (const entity of ['Task', 'Role']) {
    behaviours.set(entity, { entity, beforeSave: step('beforeSave'), afterSave: step('afterSave') })
  }
  engine.listen(({ entity, action }) => entity === 'Task' && steps.push(`told: ${action}`))
})

beforeEach(() => {
  steps.length = 0
  alsoAfterSave = async () => {}
})

const call = (method: string, path: string, body: object, as?: string, headers = {}) =>
  site.call(method, path, { body, as, headers })

test('the first step with a reason refuses a call, and no later step runs', async () => {
  const foreign = { origin: 'https://evil.example' }
  const wrong = { role_name: '' }
  const at = '/api/entity/Role'
  const large = { ...wrong, notes: 'x'.repeat(limits.jsonBody) }
  expect((await call('POST', at, large, undefined, foreign)).status).toBe(403)
  expect((await call('POST', at, large)).status).toBe(401)
  expect((await call('POST', at, large, staff)).status).toBe(413)
  expect((await call('POST', at, wrong, staff)).status).toBe(403)
  expect(steps).toEqual([])
  expect((await call('POST', at, wrong, manager)).status).toBe(417)
})

test('field types parse values before the behaviour gets them, and events follow the written rows', async () => {
  let written = 0
  alsoAfterSave = async ({ engine, tx, id }) => {
    written = await countOf(engine, 'Task', { where: { id, subject: 'Seen' }, reader: tx })
  }
  const { status } = await call('POST', '/api/entity/Task', { subject: ' Seen ', points: '7.9' }, staff)
  expect([status, written]).toEqual([200, 1])
  expect(steps).toEqual(['beforeSave: 7', 'afterSave: 7', 'told: created'])
})

test('rows, child rows, version and outbox are one transaction: a failure in it leaves nothing and sends no event', async () => {
  const before = await dumpOf(site.site.store)
  alsoAfterSave = async ({ tx, id, engine }) => {
    await site.site.outbox.add(tx, 'probe', id)
    const where = { ref_entity: 'Task', ref_id: id }
    steps.push(`versions: ${await countOf(engine, 'Version', { where, reader: tx })}`)
    throw new Error('a fault in the middle')
  }
  const body = { subject: 'Gone', points: 1, checklist: [{ title: 'One' }] }
  expect((await call('POST', '/api/entity/Task', body, staff)).status).toBe(500)
  expect(steps).toEqual(['beforeSave: 1', 'afterSave: 1', 'versions: 1'])
  const withoutErrors = (dump: string) => dump.replace(/^.*a fault in the middle.*$/gm, '').replace(/\n+/g, '\n')
  expect(withoutErrors(await dumpOf(site.site.store))).toBe(withoutErrors(before))
})

test('create, update, bulk update and delete run the same steps', async () => {
  const { json } = await call('POST', '/api/entity/Task', { subject: 'One', points: 1 }, staff)
  const { id } = json.entity
  const at = `/api/entity/Task/${id}`
  await call('PUT', at, { points: 2 }, staff)
  await call('POST', '/api/entity/Task/bulk-update', { entities: [{ id, points: 3 }] }, staff)
  await site.call('DELETE', at, { as: staff })
  const ways = [1, 2, 3].flatMap((points) => [`beforeSave: ${points}`, `afterSave: ${points}`])
  expect(steps.filter((one) => !one.startsWith('told'))).toEqual(ways)
  expect(steps.filter((one) => one.startsWith('told'))).toEqual(
    ['created', 'updated', 'updated', 'deleted'].map((action) => `told: ${action}`),
  )
})

test('the id of a call is in its answer, its versions and its log line', async () => {
  const { headers } = await call('POST', '/api/entity/Task', { subject: 'Traced', points: 1 }, staff)
  const id = String(headers['x-request-id'])
  expect(await countOf(site.site.engine, 'Version', { where: { request_id: id, action: 'Created' } })).toBe(1)
  const log = join(site.config.dir, 'logs', 'web.log')
  await expect.poll(() => readFile(log, 'utf8')).toContain(` ${id} 200 POST /api/entity/Task `)
})
