import { afterAll, beforeAll, expect, test } from 'vitest'
import { find, setSilently } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq
let operator: string
let some: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('operator@example.com', ['Operator'])
  some = await hq.person('some@example.com', ['Project Operator'])
  for (const id of ['one', 'live', 'other']) await hq.create(id, { auto_provision: 0 })
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'live', { environment: 'Production' }))
  const access = [{ user: 'some@example.com', level: 'Operate' }]
  await hq.call('PUT', '/api/entity/Project/one', { access })
  await hq.call('PUT', '/api/entity/Project/other', { access: [{ user: 'some@example.com', level: 'View' }] })
})

afterAll(() => hq.remove())

const bulk = (body: object, cookie = operator) => hq.call('POST', '/api/hq/bulk', body, cookie)
const notNow = 'This is not possible while the project is Created.'

test('each project is acted on by itself, in the order of the call, and says how it went', async () => {
  await hq.act('one', 'provision_project')
  await hq.until('one', 'Running')
  const { json } = await bulk({ action: 'stop', projects: ['other', 'one', 'other'] })
  expect(json.results).toEqual([
    { project: 'other', ok: 0, message: notNow },
    { project: 'one', ok: 1, status: 'Stopped' },
  ])
})

test('a Project Operator acts by the level on each, and learns nothing of others', async () => {
  const { json } = await bulk({ action: 'restart', projects: ['one', 'other', 'live', 'none'] }, some)
  const refused = 'You do not have permission to do this.'
  const unseen = 'You do not have permission to view Project.'
  expect(json.results).toEqual([
    { project: 'one', ok: 0, message: 'This is not possible while the project is Stopped.' },
    { project: 'other', ok: 0, message: refused },
    { project: 'live', ok: 0, message: unseen },
    { project: 'none', ok: 0, message: unseen },
  ])
})

test('a stop with Production among them needs the number of projects and a reason, kept where it was needed', async () => {
  const stop = { action: 'stop', projects: ['one', 'live'] }
  for (const more of [{}, { confirm: '1', reason: 'moving house' }, { confirm: '2', reason: 'no' }]) {
    const { status, json } = await bulk({ ...stop, ...more })
    expect([status, json.exc_type, json.needs]).toEqual([409, 'ConfirmationError', ['confirm', 'reason']])
  }
  const { json } = await bulk({ ...stop, confirm: '2', reason: 'moving house' })
  expect(json.results.map(({ ok }: { ok: number }) => ok)).toEqual([0, 0])
  expect((await bulk({ action: 'restart', projects: ['live'] })).json.results[0]).toMatchObject({ message: notNow })
  const versions = await find(hq.site.engine, 'Version', { where: { ref_id: 'one' }, fields: ['data'] })
  expect(JSON.stringify(versions)).not.toContain('moving house')
})

test('says what is wrong with a call', async () => {
  const bad: [object, number][] = [
    [{ action: 'delete', projects: ['one'] }, 417],
    [{ action: 'constructor', projects: ['one'] }, 417],
    [{ action: 'stop', projects: [] }, 417],
    [{ action: 'stop', projects: Array.from({ length: 201 }, (_, at) => `p${at}`) }, 417],
    [{ action: 'stop', projects: 'one' }, 400],
    [{ action: 'stop', projects: [7] }, 400],
  ]
  for (const [body, status] of bad) expect([body, (await bulk(body)).status]).toEqual([body, status])
})
