import { hostname } from 'node:os'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { asError, errorProperty } from './errors.ts'
import { WatchedClient } from './postgres-client.ts'
import { connectionSettings, firstSettings } from './postgres-pool.ts'

/** How long an answer may take. Milliseconds. */
export const ownPatience = 1_000
/** How long the making of a connection may take; the next one is begun beside it long before. Milliseconds. */
const connectPatience = 5_000
/** Connections in the making at once. */
const attemptsAtOnce = 6

type Rows = Record<string, string | number | boolean | null>[]

/** The connection that a process keeps for itself beside its pools: never busy, so that its silence says something. */
export class OwnConnection {
  readonly #url: string
  readonly #onLost: () => void
  readonly #attempts = new Set<Promise<void>>()
  /** Numbers of the server's processes that it ever had. */
  readonly backends = new Set<number>()
  #client: WatchedClient | undefined
  #last: Promise<unknown> = Promise.resolve()
  #isClosed = false

  /** `onLost` is told when the connection broke. */
  constructor(url: string, onLost: () => void) {
    this.#url = url
    this.#onLost = onLost
  }

  /** Number of the server's process for it at this moment; undefined while there is no connection. */
  get backend(): number | undefined {
    return this.#client?.backend
  }

  /** Rows of the answer; undefined when the server gives none, on a fresh connection neither. @throws what the server refuses */
  ask(text: string, values: unknown[] = []): Promise<Rows | undefined> {
    // One after another: the driver takes no second statement while one runs.
    const asked = this.#last.then(() => this.#ask(text, values))
    this.#last = asked.catch(() => undefined)
    return asked
  }

  async #ask(text: string, values: unknown[]): Promise<Rows | undefined> {
    const known = this.#client
    if (known) {
      const rows = await this.#askOn(known, text, values)
      if (rows) return rows
    }
    // The line may have died while nobody used it: a fresh one says whether the server is there.
    const fresh = await this.#connect()
    return fresh && this.#askOn(fresh, text, values)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const client = this.#client
    this.#client = undefined
    if (client && !(await within(ownPatience, client.end().then(isDone, isDone)))) client.cut()
    await Promise.all(this.#attempts)
  }

  async #askOn(client: WatchedClient, text: string, values: unknown[]): Promise<Rows | undefined> {
    const asked = client.query({ text, values }).then(
      ({ rows }) => ({ rows: rows as Rows }),
      (error: unknown) => ({ error }),
    )
    const answer = await within(ownPatience, asked)
    if (answer && 'rows' in answer) return answer.rows
    if (answer && isRefusal(answer.error)) throw asError(answer.error)
    this.#lose(client)
    return undefined
  }

  /** The first of several attempts, begun one after another, so that a server that returns is met at once. */
  async #connect(): Promise<WatchedClient | undefined> {
    if (this.#attempts.size < attemptsAtOnce && !this.#isClosed) {
      const attempt = this.#attempt().finally(() => this.#attempts.delete(attempt))
      this.#attempts.add(attempt)
    }
    await within(ownPatience, Promise.race(this.#attempts))
    return this.#client
  }

  async #attempt(): Promise<void> {
    const name = `tavla process ${process.pid} on ${hostname()}`.slice(0, 63)
    const config = { ...connectionSettings(this.#url), application_name: name }
    const client = new WatchedClient({ ...config, connectionTimeoutMillis: connectPatience })
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
 * The value, or undefined when it takes longer than `time` (milliseconds). An answer that has come while this thread was
 * busy is read before the time is called up.
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

/** Whether the server itself said no, and the connection is of use. */
function isRefusal(error: unknown): boolean {
  const code = errorProperty(error, 'code')
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code)
}
