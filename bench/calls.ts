import { randomUUIDv7 } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type Bench, connections } from './bench.ts'

export interface CallAnswer {
  headers: Headers
  json: { data: unknown }
}

/** One call under an operation id, as our pages send it. @throws Error for an answer other than 200 */
export async function call(bench: Bench, method: string, target: string, body?: object): Promise<CallAnswer> {
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

/** Runs as many at once as the rows do. */
export async function inParallel(
  ids: readonly string[],
  run: (id: string, number: number) => Promise<unknown>,
): Promise<void> {
  const waiting = [...ids.entries()]
  const work = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await run(next[1], next[0])
  }
  await Promise.all(Array.from({ length: connections }, work))
}

/** Calls per second, of many at once. */
export async function rateOf(over: readonly string[], run: (one: string) => Promise<unknown>): Promise<number> {
  return (over.length * 1000) / (await timed(() => inParallel(over, run)))
}

/** Milliseconds that this takes. */
export async function timed(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return performance.now() - began
}
