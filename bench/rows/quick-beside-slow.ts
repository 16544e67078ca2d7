import { connections, listRequests, type Measure, warmUp } from '../bench.ts'
import { offerNumber, searchedFields } from '../deal.ts'
import { LoadClient, request } from '../load.ts'
import { compare } from '../measure.ts'
import { pickByRank, randomFrom } from '../random.ts'
import { english } from '../words.ts'

/** The time of reading one record while others search and count, with 16 connections each. */
export const quickBesideSlow: Measure = async function* (bench) {
  const { client, site, cookie, sql, rounds, seconds } = bench
  const half = connections / 2
  const gets = sql.ids(5000).map((id) => request('GET', `/api/entity/Deal/${id}`, cookie))
  const random = randomFrom(5)
  const slow = listRequests(
    bench,
    Array.from({ length: 20_000 }, (_, number) => (number % 2 ? count(random) : search(random, bench.records))),
  )
  await warmUp(bench, gets)

  const others = new LoadClient()
  let slowRate = 0
  const p99 = async () => (await client.run({ port: site.port, requests: gets, connections: half, seconds })).p99
  const alone = () => p99()
  const beside = async () => {
    // Slow calls that are new each time: the client continues through its list.
    slow.push(...slow.splice(0, 4000))
    const [value, rest] = await Promise.all([
      p99(),
      others.run({ port: site.port, requests: slow, connections: half, seconds }),
    ])
    slowRate = rest.perSecond
    return value
  }
  const { value, baseline, ratio } = await compare(rounds, alone, beside)
  await others.close()
  yield {
    name: 'get p99 while searches and counts run',
    value,
    unit: 'ms',
    baseline: { name: 'p99 alone', value: baseline },
    ratio,
    target: { of: 'value', most: 10 },
    note: `beside ${Math.round(slowRate)} slow calls a second`,
  }
}

const search = (random: () => number, records: number) => {
  const term = random() < 0.5 ? offerNumber(Math.floor(random() * records)) : pickByRank(random, english.slice(10, 600))
  const or_filters = Object.fromEntries(searchedFields.map((name) => [name, ['like', `%${term}%`]]))
  return { or_filters, limit_page_length: 40 }
}

/** No index serves this filter, and each count is new to the site. */
const count = (random: () => number) => ({
  filters: { amount: ['>', Math.round(random() * 1e6)] },
  fields: ['id'],
  limit_page_length: 1,
})
