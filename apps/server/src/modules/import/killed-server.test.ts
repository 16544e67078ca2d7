import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { actorOf, contextOf, createRecord, systemContext } from '../../entity/index.ts'
import { startKillable } from '../../testing/killed-site.ts'
import { makeTestSite } from '../../testing/test-site.ts'

const count = 3_000
const folders: string[] = []
afterAll(async () => {
  for (const dir of folders) await rm(dir, { recursive: true, force: true })
})

// The runner of jobs is killed on both databases in the tests of bulk changes.
test('an import that skips goes on after a kill, and makes each record once', { timeout: 120_000 }, async () => {
  const { entity, crates } = await killedInTheMiddle('skip')
  expect(entity).toMatchObject({ status: 'Done', total: count, done: count, result: { counts: { create: count } } })
  expect(crates).toBe(count)
})

test('an import of all or nothing leaves nothing after a kill, and says so', { timeout: 120_000 }, async () => {
  const { entity, crates } = await killedInTheMiddle('stop')
  const message = 'The server stopped while this ran. Nothing of it was written.'
  expect(entity).toMatchObject({ status: 'Interrupted', done: 0, result: { message } })
  expect(crates).toBe(0)
})

/** Kills a server while it imports, and answers the job and the number of records after the next start. */
async function killedInTheMiddle(on_error: 'stop' | 'skip') {
  const dir = await mkdtemp(join(tmpdir(), 'tavla-site-'))
  folders.push(dir)
  const plan_id = await lookAtCrates(dir)
  const running = await startKillable(dir, undefined)
  const { job } = (await running.call('/api/entity/Crate/import', { plan_id, on_error })).data
  let seen = { status: 'Waiting', done: 0 }
  while (seen.status === 'Waiting' || (seen.status === 'Running' && seen.done === 0)) {
    seen = (await running.call(`/api/entity/Job/${job}`)).entity
  }
  await running.kill()
  expect(seen.status).toBe('Running')
  expect(seen.done).toBeLessThan(count)

  const site = await makeTestSite({ dir })
  await site.settled()
  const admin = await site.signIn('Administrator')
  const { entity } = (await site.call('GET', `/api/entity/Job/${job}`, { as: admin })).json
  const { json } = await site.call('GET', '/api/entity/Crate?limit_page_length=1', { as: admin })
  return { entity, crates: json.count }
}

/** Makes an entity and a dry run of its import; the plan outlives the server. */
async function lookAtCrates(dir: string): Promise<string> {
  const { site, call, signIn, settled, close } = await makeTestSite({ dir })
  const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', unique: 1 as const }]
  await createRecord(site.engine, systemContext(site.engine), 'Entity', { id: 'Crate', module: 'Test', fields })
  const actor = await actorOf(site.engine, 'Administrator')
  if (!actor) throw new Error('Administrator is missing')
  const content = Buffer.from(`name\n${Array.from({ length: count }, (_, at) => `Crate ${at}`).join('\n')}\n`)
  const file = await site.files.save(contextOf(actor, 'test'), { fileName: 'crates.csv', content })
  const as = await signIn('Administrator')
  const { json } = await call('POST', '/api/entity/Crate/import', { body: { file: file.file_url, plan: 1 }, as })
  await settled()
  const { entity } = (await call('GET', `/api/entity/Job/${json.data.job}`, { as })).json
  await close()
  return entity.result.plan_id
}
