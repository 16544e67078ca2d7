import { intervals, lastDue } from '../../../backup/schedule.ts'
import { type Engine, find, systemContext } from '../../../entity/index.ts'
import { addMillis, millisOf } from '../../../ground/utc-text.ts'
import type { Hq } from '../hq.ts'
import { readProjects } from '../rows.ts'
import type { Backups } from './backups.ts'
import { expireBackups, forgetOldBackups, pruneStore } from './keeping.ts'
import { setQuietly } from './notes.ts'
import { type Plan, planFor } from './plans.ts'
import { type Backup, backupsIn, backupsOf, readRow } from './rows.ts'
import { refreshStore } from './store-notes.ts'
import { ownSubject, type Subject, subjectOf } from './subject.ts'
import { wallDate } from './wall.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const finished = ['Stored', 'Proving', 'Proven', 'Failed'] as const

/** Begins backups and proofs when they are due, and lets go of what no plan keeps. */
export class BackupClockwork {
  readonly #hq: Hq
  readonly #backups: Backups
  #timer: NodeJS.Timeout | undefined
  #tidiedAt = Number.NEGATIVE_INFINITY
  #looking: Promise<void> = Promise.resolve()

  constructor(hq: Hq, backups: Backups) {
    this.#hq = hq
    this.#backups = backups
    backups.onSettled = async ({ uid, projectId, store }) => {
      const subject = await subjectOf(hq.site.engine, projectId).catch(() => ownSubject)
      await this.#expire(subject.uid === uid ? subject : { ...ownSubject, uid })
      await refreshStore(hq, store)
    }
  }

  start(): void {
    this.#timer = setInterval(() => this.#hq.site.inBackground(this.look()), this.#hq.timing.backupsEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Begins what is due now. */
  look(): Promise<void> {
    this.#looking = this.#looking.then(() => this.#look())
    return this.#looking
  }

  async #look(): Promise<void> {
    const { engine, logs } = this.#hq.site
    const subjects = [ownSubject]
    for (const { id } of await readProjects(engine)) subjects.push(await subjectOf(engine, id))
    for (const subject of subjects) {
      await this.#lookAt(subject).catch((error: unknown) => {
        logs.error.error({ err: error, project: subject.id }, 'a backup could not begin')
      })
    }
    if (performance.now() - this.#tidiedAt >= day) {
      this.#tidiedAt = performance.now()
      await this.#tidy(subjects)
    }
  }

  async #lookAt(subject: Subject): Promise<void> {
    const { engine } = this.#hq.site
    const { project } = subject
    const plan = await planFor(engine, subject)
    if (!plan?.isEnabled || (project && project.startedAt === undefined)) return
    if (project?.status === 'Removing' || project?.status === 'Provisioning') return
    const newest = await backupsOf(engine, subject.uid, ['Under Way', ...finished], 50)
    const since = await this.#since(subject)
    if (isDue(engine, plan, subject, newest, since)) {
      await this.#backups.take(systemContext(engine), subject, { type: 'Scheduled' })
    } else await this.#proveIfDue(plan, newest)
    if (project) await this.#noteOverdue(project.id, plan, newest, since)
  }

  /** When the first backup began to be waited for; UTC text. */
  async #since({ project }: Subject): Promise<string> {
    const { engine } = this.#hq.site
    if (project) return String((await readRow(engine, 'Project', project.id))?.creation)
    const [server] = await find(engine, 'Backup Plan', { order: 'made', limit: 1 })
    return String(server && (await readRow(engine, 'Backup Plan', server.id))?.creation)
  }

  /** The newest: where every backup is proven, one that HQ's end came before; else once the last proof is old enough. */
  async #proveIfDue({ prove }: Plan, newest: readonly Backup[]): Promise<void> {
    if (newest.some(({ status }) => status === 'Proving' || status === 'Under Way')) return
    const age = { 'Every Backup': 0, Daily: day, Weekly: 7 * day }[prove]
    const proofs = newest.map(({ provenAt }) => (provenAt === undefined ? 0 : millisOf(provenAt)))
    const last = Math.max(0, ...proofs.filter(isPast))
    const [stored] = newest.filter(({ status }) => status !== 'Failed')
    if (stored?.status === 'Stored' && !stored.hasError && Date.now() - last >= age) {
      await this.#backups.prove(systemContext(this.#hq.site.engine), stored.id)
    }
  }

  async #noteOverdue(project: string, { every }: Plan, newest: readonly Backup[], since: string): Promise<void> {
    const { engine } = this.#hq.site
    const good = newest.find(
      ({ status, takenAt }) => ['Stored', 'Proving', 'Proven'].includes(status) && isPast(millisOf(takenAt)),
    )
    const age = Date.now() - millisOf(good?.takenAt ?? since)
    if (age < Math.max(1.5 * intervals[every], 2 * hour)) return
    if ((await readRow(engine, 'Project', project))?.backup_state === 'Overdue') return
    await engine.store.write((tx) => setQuietly(engine, tx, project, { backup_state: 'Overdue' }))
  }

  /** The backups of a project that is gone follow the default plan. */
  async #expire(subject: Subject): Promise<void> {
    const plan = await planFor(this.#hq.site.engine, subject)
    if (plan) await expireBackups(this.#hq, subject.uid, plan)
  }

  async #tidy(subjects: readonly Subject[]): Promise<void> {
    const { engine, logs } = this.#hq.site
    const report = (error: unknown) => logs.error.error({ err: error }, 'old backups could not be removed')
    const known = new Set(subjects.map(({ uid }) => uid))
    const gone = (await backupsIn(engine, ['Stored', 'Proven'])).filter(({ uid }) => !known.has(uid))
    const others = [...new Set(gone.map(({ uid }) => uid))].map((uid) => ({ ...ownSubject, uid }))
    for (const subject of [...subjects, ...others]) await this.#expire(subject).catch(report)
    await forgetOldBackups(this.#hq)
    for (const { id } of await find(engine, 'Backup Store')) {
      await this.#backups.alone(() => pruneStore(this.#hq, id)).catch(report)
      await refreshStore(this.#hq, id).catch(report)
    }
  }
}

/** False for a moment that only a clock ahead of its time can have written. */
const isPast = (millis: number): boolean => millis <= Date.now()

/** An attempt counts for an hour, a good backup until the next due time; one from a clock that ran ahead counts not. */
function isDue(engine: Engine, plan: Plan, { uid }: Subject, newest: readonly Backup[], since: string): boolean {
  const nowUtc = engine.clock.nowUtc()
  const now = wallDate(engine, nowUtc)
  const due = lastDue(plan, uid, now)
  const from = wallDate(engine, since)
  if (from > due && from <= now) return false
  const retryAt = wallDate(engine, addMillis(nowUtc, -hour))
  return !newest.some(({ takenAt, status }) => {
    const at = wallDate(engine, takenAt)
    if (status === 'Under Way') return true
    return at <= now && at >= due && (status !== 'Failed' || at > retryAt)
  })
}
