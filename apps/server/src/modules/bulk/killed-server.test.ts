import { describe, expect, test } from 'vitest'
import { createIn, createRecord, systemContext } from '../../entity/index.ts'
import { type NewTestDatabase, onPostgres } from '../../store/testing.ts'
import { startKillable } from '../../testing/killed-site.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

const count = 1_000

describe('on SQLite', () => killTests())
onPostgres((_open, address) => killTests(address))

function killTests(database?: NewTestDatabase): void {
  test('a job that skips goes on behind its last step, and each record is written once', {
    timeout: 120_000,
  }, async () => {
    const { site, job } = await killedInTheMiddle(database, 'skip')
    await site.settled()
    const admin = await site.signIn('Administrator')
    const { entity } = (await site.call('GET', `/api/entity/Job/${job}`, { as: admin })).json
    expect(entity).toMatchObject({ status: 'Done', total: count, done: count, failed: 0, result: { changed: count } })
    expect(await sizes(site)).toEqual({ Large: count })
    const log = await site.call('GET', `/api/entity/Operation Log/${entity.operation_id}`, { as: admin })
    expect(log.json.entity.record_count).toBe(count)
    const versions = `/api/entity/Version?filters=${encodeURIComponent(JSON.stringify({ ref_entity: 'Crate' }))}`
    expect((await site.call('GET', versions, { as: admin })).json.count).toBe(2 * count)
  })

  test('a job of all or nothing is rolled back, and says so', { timeout: 120_000 }, async () => {
    const { site, job } = await killedInTheMiddle(database, 'stop')
    await site.settled()
    const admin = await site.signIn('Administrator')
    const { entity } = (await site.call('GET', `/api/entity/Job/${job}`, { as: admin })).json
    const message = 'The server stopped while this ran. Nothing of it was written.'
    expect(entity).toMatchObject({ status: 'Interrupted', total: count, done: 0, result: { message } })
    expect(await sizes(site)).toEqual({ Small: count })
    const log = await site.call('GET', `/api/entity/Operation Log/${entity.operation_id}`, { as: admin })
    expect(log.status).toBe(404)
    // It counts no more among those that have not ended, and a later start leaves it alone.
    const again = await site.call('POST', `/api/entity/Job/${job}?run_method=cancel`, { as: admin })
    expect(again.status).toBe(409)
  })
}

/** Starts a change of all records in a process of its own, and kills that process while the job runs. */
async function killedInTheMiddle(database: NewTestDatabase | undefined, onError: 'stop' | 'skip') {
  const first = await makeTestSite(database ? { database } : {})
  await makeCrates(first)
  await first.close()

  const { dir, databaseUrl } = first.config
  const place = { dir, ...(databaseUrl !== undefined && { databaseUrl }) }
  const running = await startKillable(dir, databaseUrl)
  const call = (path: string, sent?: object) => running.call(`/api/entity/${path}`, sent)
  const body = { target: { filters: {} }, change: { size: 'Large' }, on_error: onError }
  const { data } = await call('Crate/bulk', { ...body, plan: 1 })
  const { data: begun } = await call('Crate/bulk', { ...body, plan_id: data.plan_id })
  let seen = (await call(`Job/${begun.job}`)).entity
  while (seen.status === 'Waiting' || (seen.status === 'Running' && seen.done === 0)) {
    seen = (await call(`Job/${begun.job}`)).entity
  }
  await running.kill()
  expect(seen.status).toBe('Running')
  expect(seen.done).toBeLessThan(count)
  return { site: await makeTestSite(place), job: begun.job }
}

async function makeCrates({ site: { engine } }: TestSite): Promise<void> {
  const ctx = systemContext(engine)
  const fields = [
    { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
    { fieldname: 'size', label: 'Size', fieldtype: 'Select', options: 'Small\nLarge', default: 'Small' },
  ]
  await createRecord(engine, ctx, 'Entity', { id: 'Crate', module: 'Test', fields })
  for (let made = 0; made < count; made += 500) {
    await engine.store.write(async (tx) => {
      for (let n = made; n < made + 500; n++) await createIn(engine, ctx, tx, 'Crate', { name: `Crate ${n}` })
    })
  }
}

async function sizes({ call, signIn: enter }: TestSite): Promise<Record<string, number>> {
  const as = await enter('Administrator')
  const { json } = await call('GET', '/api/entity/Crate/summary?group_by=size', { as })
  return Object.fromEntries(json.groups.map(({ key, count: n }: { key: string[]; count: number }) => [key[0], n]))
}
