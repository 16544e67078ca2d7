import { BareCommits } from '../baselines.ts'
import { type Bench, type Measure, siteRate, warmUp } from '../bench.ts'
import { makeDeal } from '../deal.ts'
import { counterMark, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'

const asForms = { hasOperation: true }

/** Durable writes with history, 32 at once, against commits of one row each on the same disk. */
export const write: Measure = async function* (bench) {
  const { cookie, sql } = bench
  const creates = Array.from({ length: 2000 }, (_, number) => {
    const deal = makeDeal(5_000_000 + number)
    return request('POST', '/api/entity/Deal', cookie, { ...deal, title: `${deal.title} ${counterMark}` }, asForms)
  })
  const updates = sql.ids(5000).map((id, number) => {
    const { stage, title } = makeDeal(6_000_000 + number)
    return request('PUT', `/api/entity/Deal/${id}`, cookie, { stage, title: `${title} ${counterMark}` }, asForms)
  })
  const commits = new BareCommits(bench.site.dir)
  try {
    yield await againstCommits(bench, 'create one', creates, commits)
    yield await againstCommits(bench, 'update one', updates, commits)
  } finally {
    commits.close()
  }
}

async function againstCommits(
  bench: Bench,
  name: string,
  requests: readonly string[],
  commits: BareCommits,
): Promise<Row> {
  await warmUp(bench, requests)
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    () => commits.perSecond(bench.seconds),
    () => siteRate(bench, requests),
  )
  const target = { of: 'ratio', least: 0.5 } as const
  return { name, value, unit: '/s', baseline: { name: 'bare commits', value: baseline }, ratio, target }
}
