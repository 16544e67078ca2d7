import { BareCommits } from '../baselines.ts'
import { type Bench, listUrl, type Measure } from '../bench.ts'
import { call, inParallel, rateOf, timed } from '../calls.ts'
import { makeDeal } from '../deal.ts'
import { compare, type Row, spreadOf } from '../measure.ts'
import { makeOrders } from '../order.ts'
import { listBesideUndo, undoOfBulk } from './undo.ts'

const versions = 1000
const thrown = 400

/** The cost of what makes changes safe: the trash, undo, and history a thousand changes long. */
export const safety: Measure = async function* (bench) {
  yield await growth(bench)
  yield* trashAndRestore(bench)
  yield await undoOfBulk(bench)
  yield await listBesideUndo(bench)
  yield await longHistory(bench)
}

/**
 * Bytes that the store grows by for an update of two short fields: its row, Version, operation and all indexes. The
 * search index grows by each commit until it merges what it has, thousands of updates later; so there are many.
 */
async function growth(bench: Bench): Promise<Row> {
  const [records, times] = [2000, 8]
  const ids = bench.sql.ids(records)
  const update = async (id: string, number: number) => {
    const { stage, city } = makeDeal(7_000_000 + number)
    await call(bench, 'PUT', `/api/entity/Deal/${id}`, { stage, city: `${city} ${number % 10}` })
  }
  // Rows and pages that the first updates make room for are not counted.
  await inParallel(ids, update)
  const before = bench.sql.usedBytes()
  for (let time = 1; time <= times; time++) {
    await inParallel(ids, (id, number) => update(id, number + time * records))
  }
  const updates = ids.length * times
  const value = (bench.sql.usedBytes() - before) / updates / 1024
  const note = `${updates} updates of two short fields, indexes and all`
  return {
    name: 'growth of the store for a small update',
    value,
    unit: 'KiB',
    target: { of: 'value', most: 1.5 },
    note,
  }
}

/** Deletes of records with three rows to the trash, and restores from there, against commits of one row. */
async function* trashAndRestore(bench: Bench): AsyncGenerator<Row> {
  const ids = await makeOrders(bench, thrown)
  const rates: Record<'commits' | 'delete' | 'restore', number[]> = { commits: [], delete: [], restore: [] }
  const commits = new BareCommits(bench.site.dir)
  try {
    for (let round = 0; round < bench.rounds; round++) {
      rates.commits.push(commits.perSecond(bench.seconds))
      rates.delete.push(await rateOf(ids, (id) => call(bench, 'DELETE', `/api/entity/Order/${id}`)))
      const { json } = await call(bench, 'GET', listUrl({ limit_page_length: thrown, fields: ['id'] }, 'Trash Item'))
      const items = (json.data as { id: string }[]).map(({ id }) => `/api/entity/Trash Item/${id}`)
      rates.restore.push(await rateOf(items, (url) => call(bench, 'POST', `${url}?run_method=restore`, { data: {} })))
    }
  } finally {
    commits.close()
  }
  const baseline = { name: 'bare commits', value: spreadOf(rates.commits).median }
  const target = { of: 'ratio', least: 0.2 } as const
  for (const [name, rate] of [
    ['delete of a record with three rows to the trash', rates.delete],
    ['its restore from the trash', rates.restore],
  ] as const) {
    const ratio = spreadOf(rate.map((one, round) => one / (rates.commits[round] ?? Number.NaN)))
    yield { name, value: spreadOf(rate).median, unit: '/s', baseline, ratio, target }
  }
}

/** A record as it was a thousand versions ago, against a page of its history. */
async function longHistory(bench: Bench): Promise<Row> {
  const [id = ''] = bench.sql.ids(1)
  const url = `/api/entity/Deal/${id}`
  for (let number = 0; number < versions; number++) await call(bench, 'PUT', url, { notes: `Version ${number}` })
  const history = (data: object) => call(bench, 'POST', `${url}?run_method=get_history`, { data })
  const { json } = await history({ limit: 1, limit_start: versions - 1 })
  const [oldest] = json.data as { id: string }[]
  const state = () => call(bench, 'POST', `${url}?run_method=get_state`, { data: { version: oldest?.id } })
  const several = (ask: () => Promise<unknown>) =>
    timed(async () => {
      for (let time = 0; time < 10; time++) await ask()
    })
  await several(state)
  const { value, baseline, ratio } = await compare(
    bench.rounds,
    async () => (await several(() => history({ limit: 500 }))) / 10,
    async () => (await several(state)) / 10,
  )
  const name = `a record as it was ${versions} versions ago`
  const target = { of: 'ratio', most: 3 } as const
  return { name, value, unit: 'ms', baseline: { name: '500 versions of its history', value: baseline }, ratio, target }
}
