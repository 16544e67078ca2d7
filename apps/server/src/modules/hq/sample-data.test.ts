import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSilently } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { upgradeProjects } from './seeds.ts'

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

test('a project begins with the sample where its maker asked for it, and with its people in demo alone', async () => {
  await hq.create('empty')
  await hq.create('filled', { start_with: 'Sample' })
  expect([await signsIn('demo'), await signsIn('filled'), await signsIn('empty')]).toEqual([200, 401, 401])
  const [demo, filled, empty] = [await countsOf('demo'), await countsOf('filled'), await countsOf('empty')]
  expect([filled.entities > empty.entities, filled.records > empty.records]).toEqual([true, true])
  expect([filled.users, filled.records]).toEqual([empty.users, demo.records])
})

test('the choice is fixed once the project is provisioned', async () => {
  const answer = await hq.call('PUT', '/api/entity/Project/demo', { start_with: 'Empty' })
  expect([answer.status, answer.json.errors[0].fieldname]).toEqual([409, 'start_with'])
})

test('projects of an older HQ keep what they began with, and get an environment', async () => {
  const { engine } = hq.site
  const asBefore = async (sampleOf: readonly string[], forget: readonly string[]) => {
    await engine.store.write(async (tx) => {
      for (const id of ['demo', 'filled', 'empty']) {
        const values = { environment: null, start_with: null, sample_data: sampleOf.includes(id) ? 1 : 0 }
        await setSilently(engine, tx, 'Project', id, values)
      }
      for (const key of ['environment of projects', ...forget]) await tx.run(sql`delete from site where key = ${key}`)
    })
    await upgradeProjects(hq.site)
    const { json } = await hq.call('GET', '/api/entity/Project?fields=["environment","start_with"]&order_by=id')
    return json.data.map((row: Record<string, unknown>) => [row.id, row.environment, row.start_with])
  }
  await engine.store.write((tx) => tx.run(engine.system.setSite.with(['sample data by project', 'then'])))
  expect(await asBefore(['filled'], [])).toEqual([
    ['demo', 'Demo', 'Empty'],
    ['empty', 'Development', 'Empty'],
    ['filled', 'Development', 'Sample'],
  ])
  // Before there was a choice, every project got the sample of its HQ.
  expect(await asBefore([], ['sample data by project'])).toEqual([
    ['demo', 'Demo', 'Sample'],
    ['empty', 'Development', 'Sample'],
    ['filled', 'Development', 'Sample'],
  ])
})
