import { BareCommits } from '../baselines.ts'
import { type Bench, type Measure, siteRate } from '../bench.ts'
import { makeDeal } from '../deal.ts'
import { counterMark, request } from '../load.ts'
import { compare, type Row } from '../measure.ts'
import { dealsNow, formSave, save } from '../saves.ts'

/**
 * Durable writes with history, 32 at once, as our forms send them, against commits of one row each on the same disk. Each
 * update knows the state that it stands on.
 */
export const write: Measure = async function* (bench) {
  const creates = Array.from({ length: 2000 }, (_, number) => {
    const deal = makeDeal(5_000_000 + number)
    const body = { ...deal, title: `${deal.title} ${counterMark}` }
    return request('POST', '/api/entity/Deal', bench.cookie, body, { hasOperation: true })
  })
  const create = () => siteRate(bench, creates)
  const update = async () => {
    const requests = (await dealsNow(bench)).map((deal) => formSave(bench, deal))
    return (await save(bench, requests)).perSecond
  }
  const commits = new BareCommits(bench.site.dir)
  try {
    yield await againstCommits(bench, 'create one', create, commits)
    yield await againstCommits(bench, 'update one', update, commits)
  } finally {
    commits.close()
  }
}

async function againstCommits(
  bench: Bench,
  name: string,
  rate: () => Promise<number>,
  commits: BareCommits,
): Promise<Row> {
  await rate()
  const { value, baseline, ratio } = await compare(bench.rounds, () => commits.perSecond(bench.seconds), rate)
  const target = { of: 'ratio', least: 0.5 } as const
  return { name, value, unit: '/s', baseline: { name: 'bare commits', value: baseline }, ratio, target }
}
