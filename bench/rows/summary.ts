import { type Bench, listUrl, type Measure, type Query } from '../bench.ts'
import { stages } from '../deal.ts'
import { request } from '../load.ts'
import { randomFrom } from '../random.ts'

/** Records that the filters match, where there are so many. */
const matching = 100_000
/** Summaries of each kind. */
const asked = 40
const aggregates = ['count', 'sum:amount', 'avg:amount', 'max:amount']

/** Counts, sums and groups over about a hundred thousand records: of filters never asked before, and of one again. */
export const summary: Measure = async function* (bench) {
  const random = randomFrom(13)
  const kinds: [name: string, make: () => Query][] = [
    ['sums over a filter never asked before', () => ({ filters: filtersFor(bench.records, random), aggregates })],
    [
      'the same, grouped by stage',
      () => ({ filters: filtersFor(bench.records, random), aggregates, group_by: 'stage' }),
    ],
  ]
  for (const [name, make] of kinds) {
    // The first ones start the thread and fill its cache.
    await times(bench, Array.from({ length: 3 }, make))
    const { p50, p99 } = await times(bench, Array.from({ length: asked }, make))
    const note = `p99 ${p99.toFixed(0)} ms, of ${Math.min(bench.records, matching).toLocaleString('en')} matching records`
    yield { name, value: p50, unit: 'ms', target: { of: 'value', most: 120 }, note }
  }
  const again = Array.from({ length: asked * 10 }, () => ({
    filters: filtersFor(bench.records, randomFrom(1)),
    aggregates,
  }))
  await times(bench, again.slice(0, 1))
  const { p50, p99 } = await times(bench, again)
  yield {
    name: 'sums asked again',
    value: p50,
    unit: 'ms',
    target: { of: 'value', most: 2 },
    note: `p99 ${p99.toFixed(1)} ms`,
  }
}

/**
 * A filter of a part of the stages by their index, and of an amount without one, that leaves about a hundred thousand
 * records; no two are the same.
 */
function filtersFor(records: number, random: () => number): Query {
  const share = Math.min(1, matching / records)
  const count = Math.min(stages.length, Math.ceil(share * stages.length * 1.2))
  const first = Math.floor(random() * stages.length)
  const among = Array.from({ length: count }, (_, at) => stages[(first + at) % stages.length])
  // Amounts are spread evenly over the powers of ten from 2 to 6.
  const most = 10 ** (2 + 4 * Math.min(1, (share * stages.length) / count)) * (1 + random() * 0.01)
  return { stage: ['in', among], amount: ['<', Math.round(most * 100) / 100] }
}

/** One after the other, each asked once. */
function times({ client, site, cookie, seconds }: Bench, queries: readonly Query[]) {
  const requests = queries.map((query) => request('GET', summaryUrl(query), cookie))
  return client.run({ port: site.port, requests, isOnce: true, connections: 1, seconds: seconds * 10 })
}

const summaryUrl = (query: Query) => listUrl(query).replace('?', '/summary?')
