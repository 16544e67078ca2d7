import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemContext, updateRecord } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { keepSampleData } from './seeds.ts'

const demoPassword = 'a password of the demo'
let hq: TestHq

beforeAll(async () => {
  hq = await startHq({ sample: true, demoPassword })
})

afterAll(() => hq.remove())

/** Status of the answer when one of the sample users signs in at a project's site. */
async function signsIn(id: string): Promise<number> {
  const { stagingUrl } = await hq.until(id, 'Running')
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  const body = JSON.stringify({ user: 'staff@example.com', password: demoPassword })
  return (await fetch(`${stagingUrl}/api/auth/login`, { method: 'POST', headers, body })).status
}

const countsOf = async (id: string) => (await hq.act(id, 'load_project_data')).json.data.counts

test('a project has sample data and sample people only where its maker asked for them', async () => {
  await hq.create('empty')
  await hq.create('filled', { sample_data: 1 })
  expect([await signsIn('demo'), await signsIn('filled'), await signsIn('empty')]).toEqual([200, 200, 401])
  const [filled, empty] = [await countsOf('filled'), await countsOf('empty')]
  expect([filled.entities > empty.entities, filled.users > empty.users]).toEqual([true, true])
})

test('the choice is fixed once the project is provisioned', async () => {
  const answer = await hq.call('PUT', '/api/entity/Project/demo', { sample_data: 0 })
  expect([answer.status, answer.json.errors[0].fieldname]).toEqual([409, 'sample_data'])
})

test('projects of an older HQ keep their sample data', async () => {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  for (const id of ['demo', 'empty']) await updateRecord(engine, ctx, 'Project', id, { sample_data: 0 })
  await keepSampleData(hq.site)
  expect((await hq.project('demo')).hasSampleData).toBe(false)
  await engine.store.write((tx) => tx.run(sql`delete from site where key = 'sample data by project'`))
  await keepSampleData(hq.site)
  expect((await hq.project('demo')).hasSampleData).toBe(true)
})
