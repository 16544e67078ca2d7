import { setTimeout } from 'node:timers/promises'
import type { Bench, Measure } from '../bench.ts'
import { call, rateOf } from '../calls.ts'
import { makeDeal } from '../deal.ts'
import { compare, type Row } from '../measure.ts'
import { cpuOf } from '../site.ts'

/** Rows of the file, for a large site and for a small one. */
const [most, fewest] = [100_000, 10_000]
/** Deals that calls make one by one, for the baseline. */
const created = Array.from({ length: 500 }, (_, number) => JSON.stringify(makeDeal(number)))
/** Milliseconds between two looks at a job. */
const lookEvery = 50

/** The dry run of a file with new deals, and the import itself, beside calls that create one deal each. */
export const importing: Measure = async function* (bench) {
  const count = bench.records > fewest ? most : fewest
  const warm = await runJob(bench, { file: await upload(bench, 1_000), plan: 1 })
  await runJob(bench, { plan_id: warm.plan, on_error: 'skip' })
  const file = await upload(bench, count)
  let plan = ''
  yield* importRow(bench, `rows looked at, of an import of ${count.toLocaleString('en')}`, count, 4_000, async () => {
    plan = (await runJob(bench, { file, plan: 1 })).plan
  })
  yield* importRow(bench, 'the same made, with history', count, 3_000, async () => {
    await runJob(bench, { plan_id: plan, on_error: 'skip' })
  })
}

async function* importRow(
  bench: Bench,
  name: string,
  count: number,
  least: number,
  work: () => Promise<void>,
): AsyncGenerator<Row> {
  let cpu = 0
  const speed = await compare(
    1,
    () => rateOf(created, (deal) => call(bench, 'POST', '/api/entity/Deal', JSON.parse(deal))),
    async () => {
      const [began, before] = [performance.now(), cpuOf(bench.site.pid)]
      await work()
      cpu = (cpuOf(bench.site.pid) - before) / count
      return (count * 1000) / (performance.now() - began)
    },
  )
  yield {
    ...{ name, value: speed.value, unit: '/s', ratio: speed.ratio, target: { of: 'value', least } },
    baseline: { name: 'created by a call each', value: speed.baseline },
    note: `${Math.round(cpu)} µs of CPU each`,
  }
}

/** Starts a dry run or an import, and waits for its end. Resolves to the id of the plan. */
async function runJob(bench: Bench, body: object): Promise<{ plan: string }> {
  const { json } = await call(bench, 'POST', '/api/entity/Deal/import', body)
  const { job } = json.data as { job: string }
  for (;;) {
    const answer = await call(bench, 'GET', `/api/entity/Job/${job}`)
    const { entity } = answer.json as unknown as {
      entity: { status: string; failed: number; result: { plan_id: string } }
    }
    if (entity.status === 'Done' && entity.failed === 0) return { plan: entity.result.plan_id }
    if (entity.status !== 'Waiting' && entity.status !== 'Running') {
      throw new Error(`The import ended as ${entity.status} with ${entity.failed} refused.`)
    }
    await setTimeout(lookEvery)
  }
}

/** Stores a file with so many deals. Resolves to its address. */
async function upload({ site, cookie }: Bench, count: number): Promise<string> {
  const names = Object.keys(makeDeal(0)) as (keyof ReturnType<typeof makeDeal>)[]
  const lines = Array.from({ length: count }, (_, number) => {
    const deal = makeDeal(number)
    return names.map((name) => `"${String(deal[name]).replaceAll('"', '""')}"`).join()
  })
  const form = new FormData()
  form.set('is_private', '1')
  form.set('file', new Blob([`${names.join()}\n${lines.join('\n')}\n`]), 'deals.csv')
  const answer = await fetch(`http://localhost:${site.port}/api/files`, {
    method: 'POST',
    headers: { cookie },
    body: form,
  })
  if (!answer.ok) throw new Error(`The upload answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { file_url: string }).file_url
}
