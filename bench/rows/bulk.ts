import { setTimeout } from 'node:timers/promises'
import { type Bench, connections, type Measure } from '../bench.ts'
import { call, timed } from '../calls.ts'
import { request } from '../load.ts'
import { compare } from '../measure.ts'
import { cpuOf } from '../site.ts'

const records = 10_000
/** Milliseconds between two looks at a job. */
const lookEvery = 20

/** The speed of a change of many records, each with its history, and the time of reading one record beside it. */
export const bulk: Measure = async function* (bench) {
  const { client, site, cookie, rounds, seconds } = bench
  const ids = bench.sql.ids(records)
  await change(bench, ids)
  let cpu = 0
  const inOneCall = ids.slice(0, 500)
  const speed = await compare(
    rounds,
    async () => (inOneCall.length * 1000) / (await timed(() => editMany(bench, inOneCall))),
    async () => {
      const job = await change(bench, ids)
      cpu = job.cpu / ids.length
      return (ids.length * 1000) / job.time
    },
  )
  yield {
    name: `bulk change of ${ids.length.toLocaleString('en')} records with history`,
    value: speed.value,
    unit: '/s',
    baseline: { name: 'one call with 500', value: speed.baseline },
    ratio: speed.ratio,
    target: { of: 'value', least: 3_000 },
    note: `${Math.round(cpu)} µs of CPU each`,
  }

  const gets = ids.map((id) => request('GET', `/api/entity/Deal/${id}`, cookie))
  const p99 = async () =>
    (await client.run({ port: site.port, requests: gets, connections: connections / 2, seconds })).p99
  const beside = async () => {
    let isOver = false
    const changes = (async () => {
      while (!isOver) await change(bench, ids)
    })()
    const value = await p99().finally(() => {
      isOver = true
    })
    await changes
    return value
  }
  await p99()
  const reading = await compare(rounds, p99, beside)
  yield {
    name: 'get p99 while many records are changed',
    value: reading.value,
    unit: 'ms',
    baseline: { name: 'p99 alone', value: reading.baseline },
    ratio: reading.ratio,
    target: { of: 'value', most: 15 },
  }
}

let round = 0

/** Plans and makes one change of them all. Resolves to the time of its job in milliseconds, and its CPU in microseconds. */
async function change(bench: Bench, ids: readonly string[]): Promise<{ time: number; cpu: number }> {
  round++
  const body = { target: { ids }, change: { notes: `Changed in round ${round}` } }
  const plan = await call(bench, 'POST', '/api/entity/Deal/bulk', { ...body, plan: 1 })
  const { plan_id } = plan.json.data as { plan_id: string }
  const [began, before] = [performance.now(), cpuOf(bench.site.pid)]
  const started = await call(bench, 'POST', '/api/entity/Deal/bulk', { ...body, plan_id })
  const { job } = started.json.data as { job: string }
  for (;;) {
    const { json } = await call(bench, 'GET', `/api/entity/Job/${job}`)
    const { status, done } = (json as unknown as { entity: { status: string; done: number } }).entity
    if (status === 'Done' && done === ids.length) {
      return { time: performance.now() - began, cpu: cpuOf(bench.site.pid) - before }
    }
    if (status !== 'Waiting' && status !== 'Running') throw new Error(`The job ended as ${status} with ${done}.`)
    await setTimeout(lookEvery)
  }
}

async function editMany(bench: Bench, ids: readonly string[]): Promise<void> {
  round++
  const entities = ids.map((id) => ({ id, notes: `Edited in round ${round}` }))
  await call(bench, 'POST', '/api/entity/Deal/bulk-update', { entities })
}
