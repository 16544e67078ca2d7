import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type Bench, listRequests, listUrl, type Measure, type Query, siteRate, warmUp } from '../bench.ts'
import { LoadClient, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'
import { tavla } from '../site.ts'

const run = promisify(execFile)
const page = { limit_page_length: 40 }
/** As the page Recent Changes asks (packages/app-shell/src/operations). */
const recentChanges: Query = { ...page, filters: { record_count: ['>', 0] } }

/** A site whose records all have a history: the page of all changes, and the check of the whole. */
export const history: Measure = async function* (bench) {
  const steady = await firstPages(bench, 'first page of Recent Changes', (requests) => siteRate(bench, requests))
  yield { ...steady, target: { of: 'ratio', least: 0.8 } }
  yield await firstPages(bench, 'the same while 10 records a second change', (requests) =>
    whileWriting(bench, requests),
  )
  yield await wholeCheck(bench)
}

/** The rate of the first page of all operations, against that of as many other records. */
async function firstPages(
  bench: Bench,
  name: string,
  rate: (requests: readonly string[]) => Promise<number>,
): Promise<Row> {
  const others = listRequests(bench, [page])
  const changes = [request('GET', listUrl(recentChanges, 'Operation Log'), bench.cookie)]
  await warmUp(bench, others)
  await warmUp(bench, changes)
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    () => rate(others),
    () => rate(changes),
  )
  return { name, value, unit: '/s', baseline: { name: 'first page of deals', value: baseline }, ratio }
}

/** Each change is an operation, and takes from the site what it knew of both lists. */
async function whileWriting(bench: Bench, requests: readonly string[]): Promise<number> {
  const [id = ''] = bench.sql.ids(1)
  const update = request('PUT', `/api/entity/Deal/${id}`, bench.cookie, { notes: 'changed #########' })
  const writer = new LoadClient()
  const writes = { port: bench.site.port, requests: [update], connections: 1, seconds: bench.seconds, pause: 100 }
  const [value] = await Promise.all([siteRate(bench, requests), writer.run(writes)])
  await writer.close()
  return value
}

/** `tavla check` beside the running site, against reading all rows. A small site is sooner read than Node has started. */
async function wholeCheck({ site, sql, records, rounds }: Bench): Promise<Row> {
  const seconds = async (work: () => unknown) => {
    const began = performance.now()
    await work()
    return (performance.now() - began) / 1000
  }
  const { value, baseline, ratio } = await compare(
    Math.min(rounds, 2),
    () => seconds(() => sql.readEverything()),
    () => seconds(() => run(process.execPath, [tavla, 'check', site.dir])),
  )
  const name = `tavla check of ${records.toLocaleString('en')} records with their history`
  const row = { name, value, unit: 's', baseline: { name: 'reading all rows', value: baseline }, ratio } as const
  return records < 1_000_000 ? row : { ...row, target: { of: 'ratio', most: 10 } }
}
