import { type Bench, listRequests, type Measure, siteRate, warmUp } from '../bench.ts'
import { request } from '../load.ts'
import { compare, type Row } from '../measure.ts'
import { randomFrom } from '../random.ts'

const order = 'modified desc'
/** More questions than a measurement has time for, where a kept answer would tell nothing. */
const questions = 9_000

/** The surroundings of a record, and Home, against lists. */
export const around: Measure = async function* (bench) {
  const { cookie, sql } = bench
  const ids = sql.ids(questions)
  const ask = (path: string, query: Record<string, string>) =>
    request('GET', `/api/app/${path}?${new URLSearchParams(query)}`, cookie)
  const about = (query: (number: number) => Record<string, string>, path = 'get_neighbours') =>
    ids.map((id, number) => ask(path, { entity: 'Deal', id, ...query(number) }))

  yield await against(bench, {
    name: 'what stands around a record, in one call',
    requests: about(() => ({}), 'get_related'),
    baseline: { name: 'get by id', requests: ids.map((id) => request('GET', `/api/entity/Deal/${id}`, cookie)) },
  })
  const pages = ids.map((_, number) => ({ order_by: order, limit_start: number, limit_page_length: 20 }))
  const page = { name: 'pages of 20', requests: listRequests(bench, pages) }
  yield await against(bench, {
    name: 'previous and next, at any depth',
    requests: about(() => ({ order_by: order, position: '0' })),
    baseline: page,
    least: 0.5,
  })
  const random = randomFrom(5)
  const filters = () => ({ amount: ['>', Math.floor(random() * 1e8) / 100] })
  // A record's place is asked once, in lists whose counts are known; each count of the baseline is of another list.
  const lists = Array.from({ length: 20 }, filters)
  yield await against(bench, {
    name: 'position in a filtered list',
    requests: about((number) => ({ order_by: order, filters: JSON.stringify(lists[number % lists.length]) })),
    baseline: {
      name: 'count of such a list',
      requests: listRequests(
        bench,
        ids.map(() => ({ filters: filters(), fields: ['id'], limit_page_length: 1 })),
      ),
    },
    least: 0.66,
  })
  yield await against(bench, {
    name: 'Home',
    requests: [ask('get_home', {})],
    baseline: page,
    least: 0.1,
  })
}

interface Question {
  name: string
  requests: string[]
  baseline: { name: string; requests: string[] }
  least?: number
}

async function against(bench: Bench, { name, requests, baseline, least }: Question): Promise<Row> {
  await warmUp(bench, baseline.requests.slice(0, 100))
  await warmUp(bench, requests.slice(0, 100))
  const measured = await compare(
    bench.rounds,
    () => siteRate(bench, baseline.requests),
    () => siteRate(bench, requests),
  )
  const { value, ratio } = measured
  const row: Row = { name, value, unit: '/s', baseline: { name: baseline.name, value: measured.baseline }, ratio }
  return least === undefined ? row : { ...row, target: { of: 'ratio', least } }
}
