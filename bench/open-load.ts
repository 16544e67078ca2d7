import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface OpenLoadTask {
  port: number
  /** Whole HTTP requests as `request` makes them. */
  requests: readonly string[]
  /** Requests sent a second, answered or not. */
  perSecond: number
  /** Requests that may be without an answer at once; one more is not sent, and counted as missed. */
  connections: number
  seconds: number
}

/** Times in milliseconds. */
export interface OpenLoadAnswer {
  servedPerSecond: number
  refusedPerSecond: number
  servedP99: number
  refusedP50: number
  refusedP99: number
  missed: number
  failures: number
  /** The part of the time in which the client itself was at work; near 1 it was the bottleneck. */
  busy: number
}

/** Sends at a rate of its own, from a thread of its own. */
export async function openLoad(task: OpenLoadTask): Promise<OpenLoadAnswer> {
  const worker = new Worker(new URL('./open-load-worker.ts', import.meta.url))
  worker.postMessage(task)
  const [answer] = (await once(worker, 'message')) as [OpenLoadAnswer]
  await worker.terminate()
  return answer
}
