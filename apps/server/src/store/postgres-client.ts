import pg from 'pg'
import { NoAnswer } from './postgres-errors.ts'

/** How long a connection waits for one answer before it is thrown away. Milliseconds. */
export interface AnswerLimits {
  /** While the server answers others. */
  answer: number
  /** While it answers nobody. */
  answerWhileAway: number
}

/** A connection that says since when it waits for an answer, so that one that waits in vain can be found and thrown away. */
export class WatchedClient extends pg.Client {
  readonly #limits: AnswerLimits | undefined
  /** When the question was put that has no answer yet, by `performance.now()`; 0: there is none. */
  askedAt = 0
  /** Whether a call holds it; else it lies idle in its pool. */
  isTaken = true
  /** Whether it does work that may take as long as it takes: an index, a change of definitions. */
  isPatient = false
  /** Number of the server's own process for it; 0 until it is known. */
  backend = 0

  constructor(config: pg.ClientConfig, limits?: AnswerLimits) {
    super(config)
    this.#limits = limits
    // A connection that breaks while nobody asks says so by an event, and unheard it would end the process.
    this.on('error', () => {})
  }

  /** As `query`, watched. */
  async ask(query: string | pg.QueryConfig): Promise<pg.QueryResult> {
    this.askedAt = performance.now()
    try {
      return await this.query(query)
    } finally {
      this.askedAt = 0
    }
  }

  /** Sets what holds for the connection, and learns its number, so that the server can be asked about it. */
  async introduce(settings: string): Promise<void> {
    const results = (await this.ask(`${settings}; select pg_backend_pid() as pid`)) as unknown as pg.QueryResult[]
    this.backend = Number(results.at(-1)?.rows[0]?.pid)
  }

  /** Bytes that ever came from the server. */
  get received(): number {
    return (this.connection.stream as { bytesRead?: number }).bytesRead ?? 0
  }

  /** How long it has waited for its answer. Milliseconds; 0 when it waits for none. */
  waitsSince(now: number): number {
    return this.askedAt === 0 ? 0 : now - this.askedAt
  }

  /** Whether it has waited for too long. */
  isOverdue(now: number, isAway: boolean): boolean {
    if (this.isPatient || !this.#limits) return false
    return this.waitsSince(now) > (isAway ? this.#limits.answerWhileAway : this.#limits.answer)
  }

  /** Throws the connection away at once, without a word to the server; the call under way is rejected. */
  cut(): void {
    this.connection.stream.destroy(new NoAnswer())
  }
}
