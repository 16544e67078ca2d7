import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actorOf, contextOf, createRecord, systemContext } from '../../entity/index.ts'
import { startKillable } from '../../testing/killed-site.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

/** Crates are imported in steps, each by itself; boxes all or none. */
const counts = { Crate: 2_000, Box: 1_000 }

let dir: string
let site: TestSite
let admin: string
let jobs: { steps: string; whole: string }
const read = async (path: string) => (await site.call('GET', `/api/entity/${path}`, { as: admin })).json

// The runner of jobs is killed on both databases in the tests of bulk changes.
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tavla-site-'))
  jobs = await killedInTheMiddle()
  site = await makeTestSite({ dir })
  await site.settled()
  admin = await site.signIn('Administrator')
})
afterAll(() => rm(dir, { recursive: true, force: true }))

test('an import that skips goes on after a kill, and makes each record once', async () => {
  const count = counts.Crate
  const { entity } = await read(`Job/${jobs.steps}`)
  expect(entity).toMatchObject({ status: 'Done', total: count, done: count, result: { counts: { create: count } } })
  expect((await read('Crate?limit_page_length=1')).count).toBe(count)
})

test('an import of all or nothing leaves nothing after a kill, and says so', async () => {
  const message = 'The server stopped while this ran. Nothing of it was written.'
  const { entity } = await read(`Job/${jobs.whole}`)
  expect(entity).toMatchObject({ status: 'Interrupted', done: 0, result: { message } })
  expect((await read('Box?limit_page_length=1')).count).toBe(0)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Box' }))
  expect((await read(`Version?filters=${filters}`)).count).toBe(0)
})

/** Kills a server while it imports both. */
async function killedInTheMiddle(): Promise<typeof jobs> {
  const plans = await lookAtFiles()
  const running = await startKillable(dir, undefined)
  const start = async (entity: keyof typeof counts, on_error: 'stop' | 'skip') =>
    (await running.call(`/api/entity/${entity}/import`, { plan_id: plans[entity], on_error })).data.job as string
  const steps = await start('Crate', 'skip')
  const seenSteps = await running.begun(steps)
  const whole = await start('Box', 'stop')
  // Nothing is asked between the answer that shows it running and the kill: it would end in the meantime.
  const seen = { steps: seenSteps, whole: await running.begun(whole) }
  await running.kill()
  expect(seen).toMatchObject({ whole: { status: 'Running' }, steps: { status: 'Running' } })
  expect(seen.whole.done).toBeLessThan(counts.Box)
  expect(seen.steps.done).toBeLessThan(counts.Crate)
  return { steps, whole }
}

/** Makes the entities, and a dry run of an import of each; the plans outlive the server. */
async function lookAtFiles(): Promise<Record<keyof typeof counts, string>> {
  const first = await makeTestSite({ dir })
  const plans = { Crate: await lookAt(first, 'Crate'), Box: await lookAt(first, 'Box') }
  await first.close()
  return plans
}

async function lookAt({ site, call, signIn, settled }: TestSite, entity: keyof typeof counts): Promise<string> {
  const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', unique: 1 as const }]
  await createRecord(site.engine, systemContext(site.engine), 'Entity', { id: entity, module: 'Test', fields })
  const actor = await actorOf(site.engine, 'Administrator')
  if (!actor) throw new Error('Administrator is missing')
  const lines = Array.from({ length: counts[entity] }, (_, at) => `${entity} ${at}`)
  const content = Buffer.from(`name\n${lines.join('\n')}\n`)
  const file = await site.files.save(contextOf(actor, 'test'), { fileName: `${entity}.csv`, content })
  const as = await signIn('Administrator')
  const { json } = await call('POST', `/api/entity/${entity}/import`, { body: { file: file.file_url, plan: 1 }, as })
  await settled()
  return (await call('GET', `/api/entity/Job/${json.data.job}`, { as })).json.entity.result.plan_id
}
