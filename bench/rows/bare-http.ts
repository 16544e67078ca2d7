import { startBareServer } from '../baselines.ts'
import { type Bench, connections } from '../bench.ts'
import { compare, type Row } from '../measure.ts'
import { cpuOf } from '../site.ts'

interface Subject {
  name: string
  /** The call whose answer the bare server repeats. */
  path: string
  requests: readonly string[]
  /** Fraction of the bare server's rate that the site must reach. */
  least: number
}

/** The rate of the site's answers against the same bytes from `node:http` alone. */
export async function againstBareHttp(bench: Bench, { name, path, requests, least }: Subject): Promise<Row> {
  const { client, site, cookie, rounds, seconds } = bench
  const bare = await startBareServer(`http://127.0.0.1:${site.port}${path}`, cookie)
  const cpu = { bare: Number.POSITIVE_INFINITY, site: Number.POSITIVE_INFINITY }
  let busy = 0
  const measure = async (which: keyof typeof cpu, { port, pid }: { port: number; pid: number }) => {
    const before = cpuOf(pid)
    const answer = await client.run({ port, requests, connections, seconds })
    cpu[which] = Math.min(cpu[which], (cpuOf(pid) - before) / (answer.perSecond * seconds))
    busy = Math.max(busy, answer.busy)
    return answer.perSecond
  }
  const { value, baseline, ratio } = await compare(
    rounds,
    () => measure('bare', bare),
    () => measure('site', site),
  )
  bare.stop()
  // CPU time hardly depends on other load, so it is the best measure on a busy machine.
  const work = `CPU ${cpu.site.toFixed(0)} µs each, bare ${cpu.bare.toFixed(0)} µs; client busy ${Math.round(busy * 100)} %`
  const target = { of: 'ratio', least } as const
  return { name, value, unit: '/s', baseline: { name: 'bare http', value: baseline }, ratio, target, note: work }
}
