import { sqlOf } from '../../entity/index.ts'
import type { LinkedSites } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Hq } from './hq.ts'
import type { Kept } from './supervisor.ts'

interface Ending {
  project: string
  user: string
  before: string
}

/**
 * Tells the projects that a person's sessions there are over. What is to be told is a row until the project's site has
 * answered: it is repeated while it does not, and waits while it does not run.
 */
export class SessionEndings implements LinkedSites {
  readonly #hq: Hq
  readonly #running: (project: string) => Kept | undefined
  /** Projects that are being told. */
  readonly #telling = new Set<string>()
  /** Nothing is left to be told, as far as is known. */
  #isDone = false
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq, running: (project: string) => Kept | undefined) {
    this.#hq = hq
    this.#running = running
  }

  start(): void {
    const { site, timing } = this.#hq
    this.#timer = setInterval(() => this.#isDone || site.inBackground(this.tell()), timing.healthEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async endSessionsIn(tx: Tx, user: string): Promise<void> {
    const { engine } = this.#hq.site
    const projects = sqlOf(engine, 'Project').table
    await tx.run(sql`insert into hq_ending (project, ${sql.id('user')}, before_utc) select id, ${user}, ${engine.clock.nowUtc()} from ${projects} where true
        on conflict (project, ${sql.id('user')}) do update set before_utc = excluded.before_utc`)
    tx.afterCommit(() => {
      this.#isDone = false
      this.#hq.site.inBackground(this.tell())
    })
  }

  /** Nobody is left to be told of a project that is gone. */
  async forgetIn(tx: Tx, project: string): Promise<void> {
    await tx.run(sql`delete from hq_ending where project = ${project}`)
  }

  /** Tells every project that runs what waits for it. */
  async tell(): Promise<void> {
    const user = sql.id('user')
    const waiting = sql<Ending>`select project, ${user}, before_utc as before from hq_ending`
    // Before it is read: one that is added meanwhile says so itself.
    this.#isDone = true
    const endings = await this.#hq.site.store.all(waiting).catch((error: unknown) => {
      this.#isDone = false
      throw error
    })
    if (endings.length > 0) this.#isDone = false
    const byProject = Map.groupBy(endings, ({ project }) => project)
    await Promise.all([...byProject].map(([project, own]) => this.#tellProject(project, own)))
  }

  async #tellProject(project: string, endings: readonly Ending[]): Promise<void> {
    const kept = this.#running(project)
    if (!kept || this.#telling.has(project)) return
    this.#telling.add(project)
    try {
      for (const { user, before } of endings) {
        await kept.site.endHqSessions(user, before)
        const told = sql`delete from hq_ending where project = ${project} and ${sql.id('user')} = ${user} and before_utc = ${before}`
        await this.#hq.site.store.write((tx) => tx.run(told))
      }
    } catch (error) {
      // Tried again at the next round.
      this.#hq.site.logs.server.warn({ err: error, project }, 'a project could not be told that sessions are over')
    } finally {
      this.#telling.delete(project)
    }
  }
}
