import { spawnSync } from 'node:child_process'
import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { temporaryFolder } from '../data.ts'
import { BenchHq } from '../hq.ts'
import { compare, type Row } from '../measure.ts'

const files = 5
const fileSize = 20_000_000
const rare = 'needle-in-a-haystack'

interface Found {
  data: { hits: unknown[]; complete: 0 | 1 }
}

/** Searches a project's logs of maximum size from the console (reference: hosting, Log calls). */
export async function* logs(rounds: number): AsyncGenerator<Row> {
  const folder = temporaryFolder()
  const hq = new BenchHq(path.join(folder, 'hq'))
  try {
    await hq.start()
    await hq.create('talkative')
    await hq.untilRunning('talkative')
    const place = path.join(hq.dir, 'projects', 'talkative', 'logs')
    const written = Array.from({ length: files }, (_, at) => path.join(place, `web.log.${at + 1}`))
    for (const file of written) fill(file)
    // In the second newest file, where a search does not find it at once.
    appendFileSync(written[1] as string, line(0, rare))
    const grep = () => timed(() => spawnSync('grep', ['-ic', rare, ...written]))
    yield await searched('search of 100 MB of logs: a word in every line', '/api/entity', 200)
    yield await searched('search of 100 MB of logs: a word that stands there once', rare, 1)

    async function searched(name: string, text: string, hits: number): Promise<Row> {
      const search = () =>
        timed(async () => {
          const { data } = await hq.call<Found>('POST', '/api/entity/Project/talkative?run_method=search_logs', {
            data: { text },
          })
          if (data.hits.length !== hits) throw new Error(`${data.hits.length} lines were found, not ${hits}`)
        })
      const { value, baseline, ratio } = await compare(rounds, grep, search)
      return {
        name,
        value,
        unit: 'ms',
        baseline: { name: 'grep -i over all', value: baseline },
        ratio,
        target: { of: 'value', most: 500 },
      }
    }
  } finally {
    await hq.stop().catch(() => undefined)
    hq.killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

function fill(file: string): void {
  const lines: string[] = []
  for (let size = 0; size < fileSize; size += lines.at(-1)?.length ?? 0)
    lines.push(line(lines.length, 'dana@example.com'))
  writeFileSync(file, lines.join(''))
}

/** The line that a site writes for each call. */
function line(number: number, user: string): string {
  const time = new Date(Date.UTC(2026, 0, 1) + number * 40).toISOString()
  const call = {
    req_id: `r${number}`,
    status: 200,
    method: 'GET',
    path: `/api/entity/Deal/${number}`,
    user,
    ms: number % 90,
  }
  return `${JSON.stringify({ level: 30, time, ...call })}\n`
}

async function timed(work: () => unknown): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
