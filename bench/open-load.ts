import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface OpenLoadTask {
  port: number
  /** Whole HTTP requests made by `request`. */
  requests: readonly string[]
  /** Requests sent a second, answered or not. */
  perSecond: number
  /** Maximum number of unanswered requests; further ones are not sent, and counted as missed. */
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
  /** The fraction of the time in which the client itself was busy; near 1 it was the bottleneck. */
  busy: number
}

/** Sends at a fixed rate, from a worker thread. */
export async function openLoad(task: OpenLoadTask): Promise<OpenLoadAnswer> {
  const worker = new Worker(new URL('./open-load-worker.ts', import.meta.url))
  worker.postMessage(task)
  const [answer] = (await once(worker, 'message')) as [OpenLoadAnswer]
  await worker.terminate()
  return answer
}
