import { setTimeout } from 'node:timers/promises'
import type { Bench, Measure } from '../bench.ts'
import { timed } from '../calls.ts'
import { compare, type Row } from '../measure.ts'
import { cpuOf, memoryOf } from '../site.ts'

/** Milliseconds between two looks at the memory, and at a job. */
const lookEvery = 100
/** Rounds of what takes a minute. */
const mostRounds = 2

/** All records as files, by a job where they are many, and the memory that the server takes for it. */
export const exporting: Measure = async function* (bench) {
  await exportAll(bench, 'csv')
  yield* exportRows(bench, 'csv', 40_000)
  yield* exportRows(bench, 'xlsx', 12_000)
}

async function* exportRows(bench: Bench, format: string, least: number): AsyncGenerator<Row> {
  const { site, records } = bench
  const before = memoryOf(site.pid, 'Rss') ?? 0
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, memoryOf(site.pid, 'Rss') ?? 0)
  }, lookEvery)
  let cpu = 0
  const speed = await compare(
    Math.min(bench.rounds, mostRounds),
    () => bench.sql.linesPerSecond(),
    async () => {
      const cpuBefore = cpuOf(site.pid)
      const millis = await timed(() => exportAll(bench, format))
      cpu = (cpuOf(site.pid) - cpuBefore) / records
      return (records * 1000) / millis
    },
  ).finally(() => clearInterval(looking))
  yield {
    name: `records exported as ${format.toUpperCase()}`,
    value: speed.value,
    unit: '/s',
    baseline: { name: 'bare lines', value: speed.baseline },
    ratio: speed.ratio,
    target: { of: 'value', least },
    note: `${cpu.toFixed(1)} µs of CPU each`,
  }
  const target = { of: 'value', most: 80 } as const
  yield { name: `the same: memory beyond ${before.toFixed(0)} MiB`, value: most - before, unit: 'MiB', target }
}

/** Reads the file to its end, or waits for the job that makes it. */
async function exportAll({ site, cookie }: Bench, format: string): Promise<void> {
  const get = (path: string) => fetch(`http://localhost:${site.port}${path}`, { headers: { cookie } })
  const answer = await get(`/api/entity/Deal/export?format=${format}`)
  if (!answer.ok) throw new Error(`The export answered ${answer.status}`)
  if (!answer.headers.get('content-type')?.startsWith('application/json')) {
    for await (const _ of answer.body ?? []);
    return
  }
  const { data } = (await answer.json()) as { data: { job: string } }
  for (;;) {
    const job = await get(`/api/entity/Job/${data.job}`)
    const { entity } = (await job.json()) as { entity: { status: string } }
    if (entity.status === 'Done') return
    if (entity.status === 'Failed') throw new Error('The export failed')
    await setTimeout(lookEvery)
  }
}
