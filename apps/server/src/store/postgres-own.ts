import { hostname } from 'node:os'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { asError, errorProperty } from './errors.ts'
import { WatchedClient } from './postgres-client.ts'
import { connectionSettings, firstSettings } from './postgres-pool.ts'

/** How long the connection waits for an answer. Milliseconds. */
export const answerTimeout = 1_000
/** How long one attempt to connect may take; the next one starts beside it long before. Milliseconds. */
const connectTimeout = 5_000
/** Maximum number of attempts at the same time. */
const maxAttempts = 6

type Rows = Record<string, string | number | boolean | null>[]

/**
 * A connection that a process keeps for itself beside its pools. It is never busy, so a missing answer means that the
 * server is not reachable.
 */
export class OwnConnection {
  readonly #url: string
  readonly #onLost: () => void
  readonly #attempts = new Set<Promise<void>>()
  /** Server process ids of all connections it has had. */
  readonly backends = new Set<number>()
  #client: WatchedClient | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** `onLost` is called when the connection broke. */
  constructor(url: string, onLost: () => void) {
    this.#url = url
    this.#onLost = onLost
  }

  /** The server's process id of the current connection; undefined while there is none. */
  get backend(): number | undefined {
    return this.#client?.backend
  }

  /**
   * Rows of the answer; undefined when the server gives none, even on a fresh connection.
   * @throws Error when the server refuses the statement
   */
  ask(text: string, values: unknown[] = []): Promise<Rows | undefined> {
    // One after another: the driver takes no second statement while one runs.
    const asked = this.#last.then(() => this.#ask(text, values))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  async #ask(text: string, values: unknown[]): Promise<Rows | undefined> {
    const current = this.#client
    if (current) {
      const rows = await this.#askOn(current, text, values)
      if (rows) return rows
    }
    // The line may have died while it was idle: a fresh connection shows whether the server is there.
    const fresh = await this.#connect()
    return fresh && this.#askOn(fresh, text, values)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    if (client && !(await within(answerTimeout, client.end().then(isDone, isDone)))) client.cut()
    await Promise.all(this.#attempts)
  }

  async #askOn(client: WatchedClient, text: string, values: unknown[]): Promise<Rows | undefined> {
    const asked = client.query({ text, values }).then(
      ({ rows }) => ({ rows: rows as Rows }),
      (error: unknown) => ({ error }),
    )
    const answer = await within(answerTimeout, asked)
    if (answer && 'rows' in answer) return answer.rows
    if (answer && isRefusal(answer.error)) throw asError(answer.error)
    this.#lose(client)
    return undefined
  }

  /** Waits for the first of several overlapping attempts, so that a server that comes back is reached at once. */
  async #connect(): Promise<WatchedClient | undefined> {
    if (this.#attempts.size < maxAttempts && !this.#isClosed) {
      const attempt = this.#attempt().finally(() => this.#attempts.delete(attempt))
      this.#attempts.add(attempt)
    }
    await within(answerTimeout, Promise.race(this.#attempts))
    return this.#client
  }

  async #attempt(): Promise<void> {
    const name = `tavla process ${process.pid} on ${hostname()}`.slice(0, 63)
    const config = { ...connectionSettings(this.#url), application_name: name }
    const client = new WatchedClient({ ...config, connectionTimeoutMillis: connectTimeout })
    try {
      await client.connect()
      await client.introduce(firstSettings("set statement_timeout = '5s'"))
    } catch {
      return client.cut()
    }
    if (this.#client || this.#isClosed) return client.cut()
    this.#client = client
    this.backends.add(client.backend)
    client.once('end', () => this.#lose(client))
  }

  #lose(client: WatchedClient): void {
    client.cut()
    if (this.#client !== client) return
    this.#client = undefined
    if (!this.#isClosed) this.#onLost()
  }
}

/**
 * Resolves to the value, or to undefined after `time` milliseconds. An answer that arrived while this thread was busy
 * is read before the time-out counts.
 */
export async function within<T>(time: number, value: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController()
  const late = async () => {
    await setTimeout(time, undefined, { signal: timer.signal })
    await setImmediate()
    await setImmediate()
    return undefined
  }
  try {
    return await Promise.race([value, late().catch(() => undefined)])
  } finally {
    timer.abort()
  }
}

const isDone = () => true

/** Whether the server itself refused the statement, so that the connection can still be used. */
function isRefusal(error: unknown): boolean {
  const code = errorProperty(error, 'code')
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}
