import { invalid, type JobUpdate } from '@tavla/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, type Context, contextOf, createIn } from '../../entity/index.ts'
import type { RunningJob } from '../../site.ts'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => jobTests(() => makeTestSite()))
onPostgres((_open, address) => jobTests(async () => makeTestSite({ database: address })))

interface Steps {
  count: number
  /** The step before which the work waits to be let on. */
  waitsAt?: number
  failsAt?: number
}

type StepJob = RunningJob<Steps, { step: number }>

function jobTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let ctx: Context
  /** Lets on the jobs that wait, by their ids, and tells that they wait. */
  const gates = new Map<string, { reached: PromiseWithResolvers<void>; open: PromiseWithResolvers<void> }>()
  const gateOf = (id: string) => {
    const gate = gates.get(id) ?? { reached: Promise.withResolvers<void>(), open: Promise.withResolvers<void>() }
    gates.set(id, gate)
    return gate
  }

  async function runSteps(job: StepJob) {
    for (let step = job.state?.step ?? 0; step < job.input.count; step++) {
      if (step === job.input.waitsAt) {
        gateOf(job.id).reached.resolve()
        const stopped = new Promise((resolve) => job.signal.addEventListener('abort', resolve))
        await Promise.race([gateOf(job.id).open.promise, stopped])
      }
      await job.pause()
      if (step === job.input.failsAt) throw invalid('The number in {0} is too large', ['step'])
      const mine = await job.context()
      await site.site.engine.store.write(async (tx) => {
        await createIn(site.site.engine, mine, tx, 'Task', { subject: `${job.id} ${step}` })
        await job.keepIn(tx, { step: step + 1 }, { done: step + 1 })
      })
    }
    return { result: { steps: job.input.count } }
  }

  beforeAll(async () => {
    site = await open()
    staff = await site.signIn('staff@example.com')
    const actor = await actorOf(site.site.engine, 'staff@example.com')
    if (!actor) throw new Error('The demo user is missing')
    ctx = contextOf(actor, 'test')
    site.site.jobs.register<Steps, { step: number }>({
      name: 'test steps',
      kind: 'Bulk Change',
      run: runSteps,
      resultOf: (state) => ({ steps: state?.step ?? 0 }),
    })
  })

  const add = (input: Steps, language: 'en' | 'he' = 'en') =>
    site.site.jobs.add(
      { ...contextOf(ctx.actor, 'test', language) },
      { work: 'test steps', entity: 'Task', title: { text: 'Bulk Change' }, input, total: input.count },
    )
  const read = async (id: string, as = staff) => (await site.call('GET', `/api/entity/Job/${id}`, { as })).json.entity
  const cancel = (id: string, as = staff) => site.call('POST', `/api/entity/Job/${id}?run_method=cancel`, { as })
  const tasksOf = async (id: string) => {
    const filters = encodeURIComponent(JSON.stringify({ subject: ['like', `${id}%`] }))
    return (await site.call('GET', `/api/entity/Task?filters=${filters}`, { as: staff })).json.data.length
  }
  const ended = async (id: string) => {
    await site.settled()
    return read(id)
  }

  test('runs in steps under one operation, and tells its person of its states', async () => {
    const heard: JobUpdate[] = []
    const stop = site.site.jobs.onUpdate((user, update) => user === 'staff@example.com' && heard.push(update))
    const id = await add({ count: 5 })
    const job = await ended(id)
    expect(job).toMatchObject({
      ...{ title: 'Bulk Change', kind: 'Bulk Change', ref_entity: 'Task', status: 'Done', user: 'staff@example.com' },
      ...{ total: 5, done: 5, failed: 0, result: { steps: 5 }, file: null },
    })
    expect([typeof job.started, typeof job.ended]).toEqual(['string', 'string'])
    const operation = await site.call('GET', `/api/entity/Operation Log/${job.operation_id}`, { as: staff })
    expect(operation.json.entity).toMatchObject({ record_count: 5, can_undo: 1 })
    expect(heard[0]).toEqual({ id, status: 'Waiting', total: 5, done: 0, failed: 0 })
    stop()
  })

  test('is seen by its person and by managers, and nobody makes, changes or deletes one', async () => {
    const id = await add({ count: 1 })
    await site.settled()
    const manager = await site.signIn('manager@example.com')
    const admin = await site.signIn('Administrator')
    const body = { email: 'another@example.com', full_name: 'Another', new_password: 'Kettle-9-brown-sky' }
    await site.call('POST', '/api/user', { body, as: admin })
    const other = await site.signIn('another@example.com', 'Kettle-9-brown-sky')
    const path = `/api/entity/Job/${id}`
    const seen = await Promise.all([staff, manager, other].map((as) => site.call('GET', path, { as })))
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 403])
    expect((await site.call('GET', '/api/entity/Job', { as: other })).json.data).toEqual([])
    expect((await cancel(id, other)).status).toBe(403)
    for (const as of [staff, manager, admin]) {
      expect((await site.call('POST', '/api/entity/Job', { body: { title: 'Mine' }, as })).status).toBe(403)
      expect((await site.call('PUT', path, { body: { title: 'Mine' }, as })).status).toBe(403)
      expect((await site.call('DELETE', path, { as })).status).toBe(403)
    }
  })

  test('writes nothing further once it is cancelled, and says what it wrote', async () => {
    const id = await add({ count: 5, waitsAt: 2 })
    await gateOf(id).reached.promise
    expect((await read(id)).status).toBe('Running')
    expect((await cancel(id)).json.data).toEqual({ status: 'Cancelled', done: 2, failed: 0 })
    expect(await read(id)).toMatchObject({ status: 'Cancelled', done: 2, result: { steps: 2 } })
    expect(await tasksOf(id)).toBe(2)
    const again = await cancel(id)
    expect([again.status, again.json.message]).toEqual([409, 'This job has ended already.'])
  })

  test('is not undone before it has ended', async () => {
    const id = await add({ count: 3, waitsAt: 1 })
    await gateOf(id).reached.promise
    const log = `/api/entity/Operation Log/${(await read(id)).operation_id}`
    const undo = () => site.call('POST', `${log}?run_method=undo`, { as: staff })
    const sentence = 'This is still being written. Wait for its end, or stop it.'
    const refused = await undo()
    expect([refused.status, refused.json.exc_type, refused.json.message]).toEqual([409, 'InvalidStateError', sentence])
    const shown = await site.call('GET', log, { as: staff })
    expect(shown.json.entity).toMatchObject({ record_count: 1, can_undo: 0, undo_reason: sentence })
    gateOf(id).open.resolve()
    await site.settled()
    expect((await site.call('GET', log, { as: staff })).json.entity).toMatchObject({ record_count: 3, can_undo: 1 })
    expect((await undo()).json.data).toMatchObject({ undone: 3, skipped: [] })
    expect(await tasksOf(id)).toBe(0)
  })

  test('ends with the reason when a step is refused, in the language of its person', async () => {
    const job = await ended(await add({ count: 3, failsAt: 1 }, 'he'))
    const message = expect.stringContaining('גדול מדי')
    expect(job).toMatchObject({ status: 'Failed', done: 1, result: { steps: 1, message } })
    expect(job.title).toBe('שינוי מרובה')
  })

  test('waits for its turn, and a person has no more than three', async () => {
    const ids = await Promise.all([0, 1, 2].map(() => add({ count: 1, waitsAt: 0 })))
    await expect(add({ count: 1 })).rejects.toMatchObject({
      status: 409,
      type: 'InvalidStateError',
      message: 'You have too many jobs running.',
    })
    for (const id of ids) gateOf(id).open.resolve()
    for (const id of ids) expect((await ended(id)).status).toBe('Done')
    expect((await ended(await add({ count: 1 }))).status).toBe('Done')
  })

  test('ends when its person is disabled', async () => {
    const id = await add({ count: 3, waitsAt: 1 })
    await gateOf(id).reached.promise
    const admin = await site.signIn('Administrator')
    const user = '/api/entity/User/staff@example.com'
    await site.call('PUT', user, { body: { enabled: 0 }, as: admin })
    gateOf(id).open.resolve()
    await site.settled()
    expect(await read(id, admin)).toMatchObject({ status: 'Failed', done: 1 })
    await site.call('PUT', user, { body: { enabled: 1 }, as: admin })
  })
}
