import { type Context, sqlOf } from '../../entity/index.ts'
import type { LinkedSites } from '../../site.ts'
import { type Sql, sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { forgetAccessIn } from './access/rows.ts'
import type { Hq } from './hq.ts'
import type { RunningSite } from './supervisor.ts'

interface SessionEnding {
  project: string
  user: string
  before: string
}

/**
 * Tells projects to end a user's sessions there. Each ending is a row until the project's site confirms it: HQ retries
 * a failed call, and waits while the site doesn't run.
 */
export class SessionEndings implements LinkedSites {
  readonly #hq: Hq
  readonly #running: (project: string) => RunningSite | undefined
  /** Projects with a call under way. */
  readonly #telling = new Set<string>()
  /** True while no rows are known to wait. */
  #isDone = false
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq, running: (project: string) => RunningSite | undefined) {
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

  endSessionsIn(tx: Tx, user: string): Promise<void> {
    return this.#endIn(tx, user, sql`true`)
  }

  /** Ends a user's sessions at one project. */
  endSessionsAtIn(tx: Tx, user: string, project: string): Promise<void> {
    return this.#endIn(tx, user, sql`id = ${project}`)
  }

  async forgetUserIn(ctx: Context, tx: Tx, user: string): Promise<void> {
    await this.endSessionsIn(tx, user)
    await forgetAccessIn(this.#hq.site.engine, ctx, tx, user)
  }

  async #endIn(tx: Tx, user: string, projects: Sql): Promise<void> {
    const { engine } = this.#hq.site
    const { table } = sqlOf(engine, 'Project')
    await tx.run(sql`insert into hq_ending (project, ${sql.id('user')}, before_utc) select id, ${user}, ${engine.clock.nowUtc()} from ${table} where ${projects}
        on conflict (project, ${sql.id('user')}) do update set before_utc = excluded.before_utc`)
    tx.afterCommit(() => {
      this.#isDone = false
      this.#hq.site.inBackground(this.tell())
    })
  }

  /** Forgets the endings of a deleted project. */
  async forgetIn(tx: Tx, project: string): Promise<void> {
    await tx.run(sql`delete from hq_ending where project = ${project}`)
  }

  /** Sends waiting endings to every running project. */
  async tell(): Promise<void> {
    const user = sql.id('user')
    const waiting = sql<SessionEnding>`select project, ${user}, before_utc as before from hq_ending`
    // Set this before the read: a row that is added meanwhile sets it back.
    this.#isDone = true
    const endings = await this.#hq.site.store.all(waiting).catch((error: unknown) => {
      this.#isDone = false
      throw error
    })
    if (endings.length > 0) this.#isDone = false
    const byProject = Map.groupBy(endings, ({ project }) => project)
    await Promise.all([...byProject].map(([project, own]) => this.#tellProject(project, own)))
  }

  async #tellProject(project: string, endings: readonly SessionEnding[]): Promise<void> {
    const running = this.#running(project)
    if (!running || this.#telling.has(project)) return
    this.#telling.add(project)
    try {
      for (const { user, before } of endings) {
        await running.site.endHqSessions(user, before)
        const deletion = sql`delete from hq_ending where project = ${project} and ${sql.id('user')} = ${user} and before_utc = ${before}`
        await this.#hq.site.store.write((tx) => tx.run(deletion))
      }
    } catch (error) {
      // The next round retries it.
      this.#hq.site.logs.server.warn({ err: error, project }, 'a project could not be told that sessions are over')
    } finally {
      this.#telling.delete(project)
    }
  }
}
