import { beforeAll, describe, expect, test } from 'vitest'
import { createIn, createRecord, systemContext } from '../../entity/index.ts'
import { type NewTestDatabase, onPostgres } from '../../store/testing.ts'
import { startKillable } from '../../testing/killed-site.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

/** Crates are changed in steps, each by itself; boxes all or none. */
type Counts = Record<'Crate' | 'Box', number>
// A file has one writer, so some steps pass before the boxes have their turn. There are enough of both that neither ends
// between the answer that shows it running and the kill.
const inFile: Counts = { Crate: 3_000, Box: 1_500 }
const onServer: Counts = { Crate: 1_500, Box: 500 }

describe('on SQLite', () => killTests())
onPostgres((_open, address) => killTests(address))

function killTests(database?: NewTestDatabase): void {
  const counts = database ? onServer : inFile
  let site: TestSite
  let admin: string
  let jobs: { steps: string; whole: string }
  const read = async (path: string) => (await site.call('GET', `/api/entity/${path}`, { as: admin })).json
  const sizes = async (entity: string) => {
    const { groups } = await read(`${entity}/summary?group_by=size`)
    return Object.fromEntries(groups.map(({ key, count }: { key: string[]; count: number }) => [key[0], count]))
  }

  beforeAll(async () => {
    const killed = await killedInTheMiddle(counts, database)
    ;({ site, jobs } = killed)
    await site.settled()
    admin = await site.signIn('Administrator')
  })

  test('a job that skips goes on behind its last step, and each record is written once', async () => {
    const count = counts.Crate
    const { entity } = await read(`Job/${jobs.steps}`)
    expect(entity).toMatchObject({ status: 'Done', total: count, done: count, failed: 0, result: { changed: count } })
    expect(await sizes('Crate')).toEqual({ Large: count })
    expect((await read(`Operation Log/${entity.operation_id}`)).entity.record_count).toBe(count)
    const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Crate' }))
    expect((await read(`Version?filters=${filters}`)).count).toBe(2 * count)
  })

  test('a job of all or nothing is rolled back, and says so', async () => {
    const { entity } = await read(`Job/${jobs.whole}`)
    const message = 'The server stopped while this ran. Nothing of it was written.'
    expect(entity).toMatchObject({ status: 'Interrupted', total: counts.Box, done: 0, result: { message } })
    expect(await sizes('Box')).toEqual({ Small: counts.Box })
    const log = await site.call('GET', `/api/entity/Operation Log/${entity.operation_id}`, { as: admin })
    expect(log.status).toBe(404)
    // It counts no more among those that have not ended, and a later start leaves it alone.
    const again = await site.call('POST', `/api/entity/Job/${jobs.whole}?run_method=cancel`, { as: admin })
    expect(again.status).toBe(409)
  })
}

/** Starts both changes in a process of its own, and kills that process while they run. */
async function killedInTheMiddle(counts: Counts, database: NewTestDatabase | undefined) {
  const first = await makeTestSite(database ? { database } : {})
  for (const entity of ['Crate', 'Box'] as const) await makeRecords(first, entity, counts[entity])
  await first.close()

  const { dir, databaseUrl } = first.config
  const place = { dir, ...(databaseUrl !== undefined && { databaseUrl }) }
  const running = await startKillable(dir, databaseUrl)
  const planned = async (entity: string, on_error: 'stop' | 'skip') => {
    const body = { target: { filters: {} }, change: { size: 'Large' }, on_error }
    const { data } = await running.call(`/api/entity/${entity}/bulk`, { ...body, plan: 1 })
    const start = { ...body, plan_id: data.plan_id }
    return async () => (await running.call(`/api/entity/${entity}/bulk`, start)).data.job as string
  }
  const startWhole = await planned('Box', 'stop')
  const startSteps = await planned('Crate', 'skip')
  const steps = await startSteps()
  const seenSteps = await running.begun(steps)
  const whole = await startWhole()
  const seen = { steps: seenSteps, whole: await running.begun(whole) }
  await running.kill()
  expect(seen).toMatchObject({ whole: { status: 'Running' }, steps: { status: 'Running' } })
  expect(seen.whole.done).toBeLessThan(counts.Box)
  expect(seen.steps.done).toBeLessThan(counts.Crate)
  return { site: await makeTestSite(place), jobs: { steps, whole } }
}

async function makeRecords({ site: { engine } }: TestSite, entity: string, count: number): Promise<void> {
  const ctx = systemContext(engine)
  const fields = [
    { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
    { fieldname: 'size', label: 'Size', fieldtype: 'Select', options: 'Small\nLarge', default: 'Small' },
  ]
  await createRecord(engine, ctx, 'Entity', { id: entity, module: 'Test', fields })
  for (let made = 0; made < count; made += 100) {
    await engine.store.write(async (tx) => {
      for (let n = made; n < made + 100; n++) await createIn(engine, ctx, tx, entity, { name: `${entity} ${n}` })
    })
  }
}
