import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { BareCommits } from '../baselines.ts'
import { type Bench, connections, listUrl, type Measure } from '../bench.ts'
import { makeDeal } from '../deal.ts'
import { compare, type Row, spreadOf } from '../measure.ts'

const bulk = 500
const versions = 1000
const thrown = 400

/** The cost of what makes changes safe: the trash, undo, and history a thousand changes long. */
export const safety: Measure = async function* (bench) {
  yield await growth(bench)
  yield* trashAndRestore(bench)
  yield await undoOfBulk(bench)
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

/** Deletes to the trash, and restores from there, against commits of one row. */
async function* trashAndRestore(bench: Bench): AsyncGenerator<Row> {
  const ids = bench.sql.ids(thrown)
  const rates: Record<'commits' | 'delete' | 'restore', number[]> = { commits: [], delete: [], restore: [] }
  const commits = new BareCommits(bench.site.dir)
  try {
    for (let round = 0; round < bench.rounds; round++) {
      rates.commits.push(commits.perSecond(bench.seconds))
      rates.delete.push(await rateOf(ids, (id) => call(bench, 'DELETE', `/api/entity/Deal/${id}`)))
      const { json } = await call(bench, 'GET', listUrl({ limit_page_length: thrown }, 'Trash Item'))
      const items = (json.data as { id: string }[]).map(({ id }) => `/api/entity/Trash Item/${id}`)
      rates.restore.push(await rateOf(items, (url) => call(bench, 'POST', `${url}?run_method=restore`, { data: {} })))
    }
  } finally {
    commits.close()
  }
  const baseline = { name: 'bare commits', value: spreadOf(rates.commits).median }
  const target = { of: 'ratio', least: 0.2 } as const
  for (const [name, rate] of [
    ['delete to the trash', rates.delete],
    ['restore from the trash', rates.restore],
  ] as const) {
    const ratio = spreadOf(rate.map((one, round) => one / (rates.commits[round] ?? Number.NaN)))
    yield { name, value: spreadOf(rate).median, unit: '/s', baseline, ratio, target }
  }
}

async function undoOfBulk(bench: Bench): Promise<Row> {
  const ids = bench.sql.ids(bulk)
  let operation = ''
  let round = 0
  const edit = async () => {
    const entities = ids.map((id) => ({ id, notes: `Edited in round ${round}` }))
    round++
    return timed(async () => {
      const { headers } = await call(bench, 'POST', '/api/entity/Deal/bulk-update', { entities })
      operation = headers.get('operation-id') ?? ''
    })
  }
  const undo = () =>
    timed(() => call(bench, 'POST', `/api/entity/Operation Log/${operation}?run_method=undo`, { data: {} }))
  await edit()
  await undo()
  const { value, baseline, ratio } = await compare(bench.rounds, edit, undo)
  const target = { of: 'ratio', most: 3 } as const
  const name = `undo of a bulk edit of ${bulk} records`
  return { name, value, unit: 'ms', baseline: { name: 'the bulk edit', value: baseline }, ratio, target }
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

interface Answer {
  headers: Headers
  json: { data: unknown }
}

/** One call under an operation id, as our pages send it. @throws Error for an answer other than 200 */
async function call(bench: Bench, method: string, target: string, body?: object): Promise<Answer> {
  const { site, cookie } = bench
  const response = await fetch(`http://localhost:${site.port}${target}`, {
    method,
    headers: { cookie, 'operation-id': randomUUIDv7(), ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  // A machine that does other work may refuse a call; it is then made again.
  if (response.status === 503) return setTimeout(100).then(() => call(bench, method, target, body))
  if (!response.ok) throw new Error(`${method} ${target} answered ${response.status}: ${text}`)
  return { headers: response.headers, json: JSON.parse(text) }
}

async function inParallel(ids: readonly string[], run: (id: string, number: number) => Promise<void>): Promise<void> {
  const waiting = [...ids.entries()]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await run(next[1], next[0])
  }
  await Promise.all(Array.from({ length: connections }, work))
}

/** Calls per second, of many at once. */
async function rateOf(over: readonly string[], run: (one: string) => Promise<unknown>): Promise<number> {
  const took = await timed(() => inParallel(over, async (one) => void (await run(one))))
  return (over.length * 1000) / took
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
