import pg from 'pg'
import { NoAnswerError } from './postgres-errors.ts'

/** How long a connection waits for one answer before it is closed. Milliseconds. */
export interface AnswerLimits {
  /** While the server answers other connections. */
  answer: number
  /** While the server answers no connection. */
  answerWhileAway: number
}

/** A connection that records since when it waits for an answer, so that a dead one can be found and closed. */
export class WatchedClient extends pg.Client {
  readonly #limits: AnswerLimits | undefined
  /** Time at which the unanswered query was sent, by `performance.now()`; 0 when there is none. */
  askedAt = 0
  /** Whether a call uses it; otherwise it is idle in its pool. */
  isTaken = true
  /** Whether its statements have no time limit: an index, a change of definitions. */
  isUnlimited = false
  /** The server's process id of this connection; 0 until it is known. */
  backend = 0

  constructor(config: pg.ClientConfig, limits?: AnswerLimits) {
    super(config)
    this.#limits = limits
    // An idle connection that breaks emits an event, which would end the process if nothing listened.
    this.on('error', () => {})
  }

  /** As `query`, and records the waiting time. */
  async ask(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    this.askedAt = performance.now()
    try {
      return await this.query(query)
    } finally {
      this.askedAt = 0
    }
  }

  /** Applies the connection's settings and reads its server process id, by which the server can be asked about it. */
  async introduce(settings: string): Promise<void> {
    const results = (await this.ask(`${settings}; select pg_backend_pid() as pid`)) as unknown as pg.QueryResult[]
    this.backend = Number(results.at(-1)?.rows[0]?.pid)
  }

  /** Bytes received from the server so far. */
  get received(): number {
    return (this.connection.stream as { bytesRead?: number }).bytesRead ?? 0
  }

  /** How long it has waited for an answer. Milliseconds; 0 when it waits for none. */
  waitsSince(now: number): number {
    return this.askedAt === 0 ? 0 : now - this.askedAt
  }

  /** Whether it has waited too long. */
  isOverdue(now: number, isAway: boolean): boolean {
    if (this.isUnlimited || !this.#limits) return false
    return this.waitsSince(now) > (isAway ? this.#limits.answerWhileAway : this.#limits.answer)
  }

  /** Closes the connection at once, without telling the server; the call under way is rejected. */
  cut(): void {
    this.connection.stream.destroy(new NoAnswerError())
  }
}
