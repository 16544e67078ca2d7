import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../data.ts'
import { BenchHq } from '../hq.ts'
import { type Row, spreadOf } from '../measure.ts'

const projects = 200
const withLogs = 30
const logSize = 20_000_000
const rare = 'needle-in-a-haystack'

/** The list of 200 projects, and a search through the logs of 30 of them (reference: hosting, Fleet). */
export async function* fleet(rounds: number): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const hq = new BenchHq(path.join(folder, 'hq'))
  try {
    await hq.start()
    for (let n = 0; n < projects; n++) await hq.create(`p-${n}`, { auto_provision: 0 })
    yield await measured(`fleet of ${projects} projects`, 100, async () => {
      const answer = await hq.call<{ projects: unknown[] }>('GET', '/api/hq/fleet')
      if (answer.projects.length !== projects) throw new Error(`${answer.projects.length} projects were answered`)
    })
    const text = logText()
    for (let n = 0; n < withLogs; n++) {
      const logs = path.join(hq.dir, 'projects', `p-${n}`, 'logs')
      mkdirSync(logs, { recursive: true })
      writeFileSync(path.join(logs, 'web.log'), n === withLogs - 1 ? `${line(0, rare)}${text}` : text)
    }
    yield await measured(`search of ${withLogs} × 20 MB of logs`, 5000, async () => {
      const { hits } = await hq.call<{ hits: unknown[] }>('POST', '/api/hq/search_logs', { text: rare })
      if (hits.length !== 1) throw new Error(`${hits.length} lines were found, not 1`)
    })
  } finally {
    await hq.stop().catch(() => undefined)
    rmSync(folder, { recursive: true, force: true })
  }

  async function measured(name: string, most: number, work: () => Promise<void>): Promise<Row> {
    const times: number[] = []
    for (let round = 0; round < rounds; round++) {
      const before = performance.now()
      await work()
      times.push(performance.now() - before)
    }
    return { name, value: spreadOf(times).median, unit: 'ms', target: { of: 'value', most } }
  }
}

function logText(): string {
  const lines: string[] = []
  for (let size = 0; size < logSize; size += lines.at(-1)?.length ?? 0) lines.push(line(lines.length, 'Deal'))
  return lines.join('')
}

/** The line that a site writes for each call. */
function line(number: number, what: string): string {
  const time = new Date(Date.UTC(2026, 0, 1) + number * 40).toISOString()
  return `${time} ${number.toString(16).padStart(16, '0')} 200 GET /api/entity/${what}/${number} dana@example.com ${number % 90}.1\n`
}
