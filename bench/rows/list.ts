import { type Bench, listRequests, listUrl, type Measure, type Query, siteRate, warmUp } from '../bench.ts'
import { stages } from '../deal.ts'
import { LoadClient, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'
import { pick, pickByRank, randomFrom } from '../random.ts'
import { againstBareHttp } from './bare-http.ts'

const pages = 20
const pageLength = 40

/** A page of 40 with filter, sort and exact count; pages and filter values vary. */
export const list: Measure = async function* (bench) {
  const queries = pagesOf('modified desc')
  const requests = listRequests(bench, queries)
  await warmUp(bench, requests)
  const name = 'list of 40: filter, sort, exact count'
  yield await againstBareHttp(bench, { name, path: listUrl(queries[0] as Query), requests, least: 0.15 })
  yield await againstSql(bench, requests)
  yield await whileWriting(bench, requests)
  const byAmount = listRequests(bench, pagesOf('amount desc'))
  yield { name: 'list of 40 sorted by a field without an index', value: await siteRate(bench, byAmount), unit: '/s' }
  for (const [name, make] of Object.entries(neverAsked)) {
    const random = randomFrom(name.length)
    const some = listRequests(
      bench,
      Array.from({ length: 2_000 }, () => ({ ...make(random, bench.records), limit_page_length: pageLength })),
    )
    const { client, site, seconds } = bench
    const { p99 } = await client.run({ port: site.port, requests: some, isOnce: true, connections: 2, seconds })
    yield { name: `list of 40: ${name} never asked before, p99`, value: p99, unit: 'ms' }
  }
}

/** Queries that hardly any other call asks, so that no kept answer serves them. */
const neverAsked: Record<string, (random: () => number, records: number) => Query> = {
  pages: (random, records) => ({ limit_start: Math.floor(random() * Math.min(records, 5_000)) }),
  'quick filters': (random) => ({
    filters: {
      stage: pick(random, stages),
      modified: ['<', `2025-${10 + Math.floor(random() * 3)}-${daysOf(random)}`],
    },
  }),
  'filters of a field without an index': (random) => ({ filters: { amount: ['>', Math.floor(random() * 1_000_000)] } }),
  'orders by title': (random) => ({ order_by: 'title asc', limit_start: Math.floor(random() * 5_000) }),
  'orders by creation': (random) => ({ order_by: 'creation desc', limit_start: Math.floor(random() * 5_000) }),
}

const daysOf = (random: () => number) => String(1 + Math.floor(random() * 28)).padStart(2, '0')

/** All filter values equally often, and of twenty pages the first ones most often. */
function pagesOf(order_by: string): Query[] {
  const random = randomFrom(11)
  const starts = Array.from({ length: pages }, (_, page) => page * pageLength)
  return Array.from({ length: 600 }, () => ({
    filters: { stage: pick(random, stages) },
    order_by,
    limit_start: pickByRank(random, starts),
    limit_page_length: pageLength,
  }))
}

/** The page alone: the site counts each filter once, and again after a write. */
async function againstSql(bench: Bench, requests: readonly string[]): Promise<Row> {
  const { sql, rounds, seconds } = bench
  const columns = ['title', 'stage', 'amount', 'company', 'due', 'city'].map((name) => `c_${name} as ${name}`)
  const statement = `select id, ${columns.join()}, modified from ${sql.table} where c_stage = ?
    order by modified desc, id_fold limit ${pageLength} offset ?`
  const values = pagesOf('').map(({ filters, limit_start }) => [
    (filters as { stage: string }).stage,
    limit_start as number,
  ])
  const bare = () => sql.perSecond(statement, values, seconds)
  const { value, baseline, ratio } = await compare(Math.min(rounds, 3), bare, () => siteRate(bench, requests))
  return {
    name: 'the same, by its bare statement',
    value,
    unit: '/s',
    baseline: { name: 'bare statement', value: baseline },
    ratio,
  }
}

/** Every write invalidates the counts of its entity. */
async function whileWriting(bench: Bench, requests: readonly string[]): Promise<Row> {
  const [id = ''] = bench.sql.ids(1)
  const update = request('PUT', `/api/entity/Deal/${id}`, bench.cookie, { notes: 'changed #########' })
  const writer = new LoadClient()
  const writes = { port: bench.site.port, requests: [update], connections: 1, seconds: bench.seconds, pause: 100 }
  const [value] = await Promise.all([siteRate(bench, requests), writer.run(writes)])
  await writer.close()
  return { name: 'the same while 10 records a second change', value, unit: '/s' }
}
