import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface LoadTask {
  port: number
  /** Whole HTTP requests made by `request`, sent one after another, in a cycle. */
  requests: readonly string[]
  /** Sends each request once, and ends early when none is left. */
  isOnce?: boolean
  /** Concurrent requests. */
  connections: number
  seconds: number
  /** Pause of each connection before its next request, in milliseconds. */
  pause?: number
}

export interface LoadAnswer {
  /** Answers of 200. */
  count: number
  /** The same in a second. */
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The fraction of the time in which the client itself was busy; near 1 it was the bottleneck. */
  busy: number
  /** Number of answers of 503: a site that other programs keep from its processor refuses some calls. */
  refused: number
  /** Number of answers other than these, and the head of the first. */
  failures: number
  firstFailure: string
}

export const counterDigits = 9
/** A placeholder in a request for a number that differs each time. */
export const counterMark = '#'.repeat(counterDigits)
/** A placeholder in a request for the id of a new operation, made when the request is sent, as our forms make it. */
export const operationMark = '@'.repeat(36)

/** A load client in a worker thread. */
export class LoadClient {
  readonly #worker = new Worker(new URL('./load-worker.ts', import.meta.url))

  /** @throws Error when an answer was neither 200 nor 503 */
  async run(task: LoadTask): Promise<LoadAnswer> {
    this.#worker.postMessage(task)
    const [answer] = (await once(this.#worker, 'message')) as [LoadAnswer]
    if (answer.failures > 0)
      throw new Error(`${answer.failures} requests failed, the first with:\n${answer.firstFailure}`)
    return answer
  }

  async close(): Promise<void> {
    await this.#worker.terminate()
  }
}

/** One HTTP request as its bytes, one character for each byte; with an operation id, it is a new operation each time. */
export function request(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  cookie: string,
  body?: object,
  { hasOperation = false } = {},
): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${url} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookie}`]
  if (hasOperation) head.push(`Operation-Id: ${operationMark}`)
  if (json) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${json}`).toString('latin1')
}
