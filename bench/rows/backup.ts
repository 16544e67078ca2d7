import { randomBytes, randomFillSync, randomUUID } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { proveInThread, takeInThread } from '../../apps/server/src/backup/backup-thread.ts'
import type { TakenBackup } from '../../apps/server/src/backup/take.ts'
import { copyRunning } from '../../apps/server/src/hosting/local-copy.ts'
import { prepareQuietFolder, startQuietSite } from '../../apps/server/src/hosting/quiet-site.ts'
import { type Bench, listRequests, type Measure, siteRate, warmUp } from '../bench.ts'
import { temporaryFolder } from '../data.ts'
import { makeDeal } from '../deal.ts'
import { counterMark, request } from '../load.ts'
import { compare, type Row, spreadOf } from '../measure.ts'
import { dealsNow, formSave, save } from '../saves.ts'

const files = 125
const fileBytes = 4_000_000
const changed = 1000
const rounds = 3

/** Backups of a running site and their proof, beside a copy of its folder, and what people notice of them. */
export const backup: Measure = async function* (bench) {
  const folder = temporaryFolder()
  const names = addFiles(bench.site.dir)
  const store = new BenchStore(bench.site.dir, folder)
  try {
    yield* whole(bench, store)
    yield* whileBackedUp(bench, store)
  } finally {
    for (const name of names) rmSync(name, { force: true })
    rmSync(folder, { recursive: true, force: true })
  }
}

function addFiles(dir: string): string[] {
  const folder = path.join(dir, 'files', 'private')
  mkdirSync(folder, { recursive: true })
  return Array.from({ length: files }, (_, number) => {
    const file = path.join(folder, `bench-${String(number).padStart(6, '0')}.bin`)
    writeFileSync(file, randomFillSync(Buffer.allocUnsafe(fileBytes)))
    return file
  })
}

/** Takes and proves backups of one site, as HQ does. */
class BenchStore {
  readonly #dir: string
  readonly #folder: string
  readonly #key = randomBytes(32)
  #place = 0
  #taken = 0

  constructor(dir: string, folder: string) {
    this.#dir = dir
    this.#folder = folder
  }

  /** Begins an empty store. */
  clear(): void {
    rmSync(this.#store, { recursive: true, force: true })
    this.#place += 1
  }

  async take(previous?: TakenBackup): Promise<TakenBackup> {
    const target = this.#newFolder()
    const { instance_secret } = JSON.parse(readFileSync(path.join(this.#dir, 'config.json'), 'utf8'))
    const held = await copyRunning({ dir: this.#dir, instanceSecret: instance_secret }, target)
    if (!held) throw new Error('The site does not answer')
    const { release, ...copied } = held
    const config = readFileSync(path.join(this.#dir, 'config.json'))
    const siteKey = readFileSync(path.join(this.#dir, 'site.key'))
    const copy = { ...copied, filesFolder: path.join(this.#dir, 'files'), config, siteKey }
    const taken_at = new Date(Date.UTC(2026, 0, 1) + this.#taken * 1000).toISOString()
    const about = { id: `b${++this.#taken}`, taken_at, project: { uid: 'bench', id: 'bench', name: 'Bench' } }
    const task = { copy, about, ...(previous ? { previous: previous.path } : {}) }
    try {
      return await takeInThread(this.#sealed, task)
    } finally {
      await release()
      rmSync(target, { recursive: true, force: true })
    }
  }

  async prove({ path: manifest }: TakenBackup): Promise<void> {
    const folder = this.#newFolder()
    const { failed } = await proveInThread(this.#sealed, { path: manifest, folder })
    const site = await startQuietSite(prepareQuietFolder(folder))
    const answer = await site.ask<{ failed: unknown[] }>('prove', undefined, 600_000)
    await site.end()
    rmSync(folder, { recursive: true, force: true })
    if (failed.length + answer.failed.length > 0) throw new Error(JSON.stringify([failed, answer.failed]))
  }

  /** Copies the site's folder as `cp -r` does. */
  copyFolder(): void {
    const target = this.#newFolder()
    cpSync(this.#dir, target, { recursive: true, filter: (file) => !file.endsWith('.sock') })
    rmSync(target, { recursive: true, force: true })
  }

  #newFolder(): string {
    const folder = path.join(this.#folder, randomUUID())
    mkdirSync(folder)
    return folder
  }

  get #store(): string {
    return path.join(this.#folder, `store${this.#place}`)
  }

  get #sealed() {
    return { place: { type: 'Folder' as const, folder: this.#store }, key: this.#key }
  }
}

async function seconds(work: () => unknown): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1000
}

async function* whole(bench: Bench, store: BenchStore): AsyncGenerator<Row> {
  let first: TakenBackup | undefined
  const measured = await compare(
    rounds,
    () => seconds(() => store.copyFolder()),
    () => {
      store.clear()
      return seconds(async () => {
        first = await store.take()
      })
    },
  )
  if (!first) return
  yield row('backup, with 500 MB of files', measured, 'cp of the folder', 8)
  const before = first
  await save(
    bench,
    (await dealsNow(bench)).slice(0, changed).map((deal) => formSave(bench, deal)),
  )
  let next = before
  const time = await seconds(async () => {
    next = await store.take(before)
  })
  yield row(`the next one, after ${changed} changes`, single(time, measured.value), 'the first', 0.4)
  const bytes = single(next.added / 1_048_576, before.added / 1_048_576)
  yield { ...row('what it adds to the store', bytes, 'the first', 0.2), unit: 'MiB' }
  yield row('proof', single(await seconds(() => store.prove(next)), measured.value), 'the backup', 3)
}

const single = (value: number, baseline: number) => ({ value, baseline, ratio: spreadOf([value / baseline]) })

function row(name: string, measured: ReturnType<typeof single>, baseline: string, most: number): Row {
  const { value, ratio } = measured
  const target = { of: 'ratio', most } as const
  return { name, value, unit: 's', baseline: { name: baseline, value: measured.baseline }, ratio, target }
}

/** Rates while one whole backup follows the other, against rates in peace. */
async function* whileBackedUp(bench: Bench, store: BenchStore): AsyncGenerator<Row> {
  const creates = Array.from({ length: 2000 }, (_, number) => {
    const deal = makeDeal(8_000_000 + number)
    const body = { ...deal, title: `${deal.title} ${counterMark}` }
    return request('POST', '/api/entity/Deal', bench.cookie, body, { hasOperation: true })
  })
  const lists = listRequests(bench, [{ order_by: 'modified desc', limit_page_length: 20 }])
  for (const [name, requests] of [
    ['list while backed up', lists],
    ['create while backed up', creates],
  ] as const) {
    await warmUp(bench, requests)
    const measured = await compare(
      bench.rounds,
      () => siteRate(bench, requests),
      () => beside(store, () => siteRate(bench, requests)),
    )
    const baseline = { name: 'in peace', value: measured.baseline }
    const target = { of: 'ratio', least: 0.7 } as const
    yield { name, value: measured.value, unit: '/s', baseline, ratio: measured.ratio, target }
  }
}

async function beside<T>(store: BenchStore, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const backups = (async () => {
    while (!isOver) {
      store.clear()
      await store.take()
    }
  })()
  try {
    return await work()
  } finally {
    isOver = true
    await backups
  }
}
