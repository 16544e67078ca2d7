import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface LoadTask {
  port: number
  /** Whole HTTP requests as `request` makes them, sent one after another, again and again. */
  requests: readonly string[]
  /** Requests at once. */
  connections: number
  seconds: number
  /** Milliseconds that each connection rests before its next request. */
  pause?: number
}

export interface LoadAnswer {
  perSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** The part of the time in which the client itself was at work; near 1 it was the bottleneck. */
  busy: number
  /** Answers other than 200, and the head of the first. */
  failures: number
  firstFailure: string
}

export const counterDigits = 9
/** Stands in a request for a number that is another one each time. */
export const counterMark = '#'.repeat(counterDigits)

/** A client on a thread of its own. */
export class LoadClient {
  readonly #worker = new Worker(new URL('./load-worker.ts', import.meta.url))

  /** @throws Error when an answer was not 200 */
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

/** One HTTP request as the bytes that go out, one character for each byte. */
export function request(method: 'GET' | 'POST' | 'PUT', url: string, cookie: string, body?: object): string {
  const json = body === undefined ? '' : JSON.stringify(body)
  const head = [`${method} ${url} HTTP/1.1`, 'Host: localhost', `Cookie: ${cookie}`]
  if (json) head.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(json)}`)
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${json}`).toString('latin1')
}
