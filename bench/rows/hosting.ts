import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../data.ts'
import { BenchHq, endProcess } from '../hq.ts'
import { type Row, type Spread, spreadOf } from '../measure.ts'

const rounds = 5
const many = 20
const listed = 200
const lists = 50

/** HQ itself, and creating, restarting and listing projects. */
export async function* hosting(): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const hq = new BenchHq(path.join(folder, 'hq'))
  try {
    // The first start makes the data and compiles the code for later ones.
    await hq.start()
    await hq.stop()
    yield await startTimes(hq)
    await hq.start()
    yield await creation(hq)
    yield await killed(hq)
    yield await adoptedAndKilled(hq)
    yield await manyAtOnce(hq)
    yield await listOfProjects(hq)
    await hq.stop()
  } finally {
    await hq.kill().catch(() => undefined)
    hq.killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function startTimes(hq: BenchHq): Promise<Row> {
  const bare: number[] = []
  const times = await seconds(rounds, async () => {
    const before = performance.now()
    spawnSync(process.execPath, ['-e', '0'])
    bare.push((performance.now() - before) / 1000)
    const millis = await hq.start()
    await hq.stop()
    return millis
  })
  return {
    ...asRow('HQ: start until Ready', times, 0.5),
    baseline: { name: 'node -e 0', value: spreadOf(bare).median },
    ratio: spreadOf(times.map((time, round) => time / (bare[round] as number))),
  }
}

async function creation(hq: BenchHq): Promise<Row> {
  const times = await seconds(rounds, (round) =>
    timed(async () => {
      await hq.create(`one${round}`)
      await hq.untilRunning(`one${round}`)
    }),
  )
  return asRow('a project: created until Running', times, 2)
}

async function killed(hq: BenchHq): Promise<Row> {
  const times = await seconds(rounds, (round) => killedAndBack(hq, `one${round}`))
  return asRow('a killed project: back', times, 2)
}

async function adoptedAndKilled(hq: BenchHq): Promise<Row> {
  const times = await seconds(rounds, async (round) => {
    const id = `one${round}`
    await hq.kill()
    await hq.start()
    await hq.untilRunning(id)
    // The state is Running from before; once HQ knows its health, HQ has taken it over.
    while (!(await isWatched(hq, id)));
    return killedAndBack(hq, id)
  })
  return asRow('an adopted project, killed: back', times, 2)
}

async function manyAtOnce(hq: BenchHq): Promise<Row> {
  const ids = Array.from({ length: many }, (_, index) => `many${index}`)
  const time = await timed(async () => {
    await Promise.all(ids.map((id) => hq.create(id)))
    await Promise.all(ids.map((id) => hq.untilRunning(id)))
  })
  return asRow(`${many} projects at once: created until Running`, [time / 1000], 60)
}

/** The console's request for the list of projects. */
async function listOfProjects(hq: BenchHq): Promise<Row> {
  for (let n = 0; n < listed - many - rounds; n++) await hq.create(`idle${n}`, { auto_provision: 0 })
  const ask = () => hq.call<{ data: unknown[] }>('GET', `/api/entity/Project?limit_page_length=${listed}`)
  const { data } = await ask()
  if (data.length !== listed) throw new Error(`The list has ${data.length} projects`)
  const times: number[] = []
  for (let n = 0; n < lists; n++) times.push(await timed(ask))
  const { median, max } = spreadOf(times)
  return {
    name: `HQ: list of ${listed} projects, one request`,
    value: median,
    unit: 'ms',
    target: { of: 'value', most: 50 },
    note: `slowest ${max.toFixed(0)} ms, ${many + rounds} projects running`,
  }
}

async function killedAndBack(hq: BenchHq, id: string): Promise<number> {
  const pid = hq.pidOf(id)
  return timed(async () => {
    endProcess(pid)
    await hq.untilRunning(id, pid)
  })
}

async function isWatched(hq: BenchHq, id: string): Promise<boolean> {
  const address = `/api/entity/Project/${id}?run_method=load_project_data`
  const { data } = await hq.call<{ data: { health: { ok: 0 | 1 } } }>('POST', address, { data: {} })
  return data.health.ok === 1
}

/** One after the other; converts milliseconds. */
async function seconds(count: number, measure: (round: number) => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let round = 0; round < count; round++) times.push((await measure(round)) / 1000)
  return times
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}

function asRow(name: string, times: readonly number[], most: number): Row {
  const { median, min, max }: Spread = spreadOf(times)
  const note = times.length > 1 ? `${min.toFixed(2)}–${max.toFixed(2)} s` : ''
  return { name, value: median, unit: 's', target: { of: 'value', most }, ...(note ? { note } : {}) }
}
