import { spawnSync } from 'node:child_process'
import { cpSync, rmSync } from 'node:fs'
import path from 'node:path'
import { listUrl } from '../bench.ts'
import { temporaryFolder } from '../data.ts'
import { type LoadClient, request } from '../load.ts'
import { type Row, spreadOf } from '../measure.ts'
import { memoryOf, type RunningSite, signIn, startSite } from '../site.ts'

const starts = 5
const sitesAtOnce = 10

/** The cost of an idle site: its start and its memory, with the sample data. */
export async function* start(client: LoadClient): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const dir = path.join(folder, 'site-1')
  try {
    // The first start makes the data and compiles the code for later ones.
    await startAndStop(dir)
    yield await startTimes(dir)
    yield await residentMemory(dir, client)
    yield await sharedMemory(folder, dir, client)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startTimes(dir: string): Promise<Row> {
  const times: number[] = []
  const bare: number[] = []
  for (let round = 0; round < starts; round++) {
    const before = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    bare.push((performance.now() - before) / 1000)
    times.push((await startAndStop(dir)) / 1000)
  }
  const { median } = spreadOf(times)
  const node = spreadOf(bare).median
  return {
    name: 'start until Ready',
    value: median,
    unit: 's',
    baseline: { name: 'node -e 0', value: node },
    ratio: spreadOf(times.map((time, round) => time / (bare[round] as number))),
    target: { of: 'value', most: 0.5 },
  }
}

async function residentMemory(dir: string, client: LoadClient): Promise<Row> {
  const site = await startSite(dir, { sample: true })
  const idle = memoryOf(site.pid, 'Rss')
  await use(site, client, 2)
  const value = memoryOf(site.pid, 'Rss') ?? Number.NaN
  await site.stop()
  const note = `${idle?.toFixed(0)} MiB before the first call`
  return {
    name: 'resident memory, sample data, after use',
    value,
    unit: 'MiB',
    target: { of: 'value', most: 150 },
    note,
  }
}

async function sharedMemory(folder: string, dir: string, client: LoadClient): Promise<Row> {
  const dirs = Array.from({ length: sitesAtOnce }, (_, index) => path.join(folder, `site-${index + 1}`))
  for (const own of dirs) if (own !== dir) cpSync(dir, own, { recursive: true })
  const sites: RunningSite[] = []
  for (const own of dirs) sites.push(await startSite(own, { sample: true }))
  for (const site of sites) await use(site, client, 0.2)
  const each = sites.map((site) => memoryOf(site.pid, 'Pss') ?? Number.NaN)
  await Promise.all(sites.map((site) => site.stop()))
  const value = each.reduce((sum, one) => sum + one, 0) / sitesAtOnce
  return { name: 'memory of each of ten sites (PSS)', value, unit: 'MiB', target: { of: 'value', most: 80 } }
}

async function startAndStop(dir: string): Promise<number> {
  const site = await startSite(dir, { sample: true })
  await site.stop()
  return site.readyAfter
}

/** The calls of a user who looks around: lists, searches, metadata, records. */
async function use(site: RunningSite, client: LoadClient, seconds: number): Promise<void> {
  const cookie = await signIn(site)
  const ofTasks = (query: object) => listUrl({ ...query }).replace('/Deal', '/Task')
  const urls = [
    '/api/auth/validate',
    '/api/app/get_navigation',
    '/api/entity/Task/meta',
    ofTasks({ limit_page_length: 40 }),
    ofTasks({ filters: { status: 'Open' }, limit_page_length: 40 }),
    ofTasks({ or_filters: { id: ['like', '%call%'], subject: ['like', '%call%'] } }),
    '/api/entity/Contact?limit_page_length=40',
    '/api/entity/User/Administrator',
  ]
  const requests = urls.map((url) => request('GET', url, cookie))
  await client.run({ port: site.port, requests, connections: 8, seconds })
}
