import { notPossibleNow } from '@tavla/contract'
import { StoreFault } from '../../../backup/object-store.ts'
import { type Context, systemContext } from '../../../entity/index.ts'
import { KeyedLock, TaskLimiter } from '../../../ground/locks.ts'
import { BackgroundWork } from '../background-work.ts'
import type { Hq } from '../hq.ts'
import type { Project } from '../rows.ts'
import { notNow } from '../transitions.ts'
import { sentenceOf } from './faults.ts'
import { createBackup, failedWith, noteBackup } from './notes.ts'
import { type Plan, planFor } from './plans.ts'
import { makeProof } from './proving.ts'
import { type Backup, type BackupType, backupsOf, readBackup } from './rows.ts'
import { noteStoreFault } from './store-notes.ts'
import type { Subject } from './subject.ts'
import { subjectOf } from './subject.ts'
import { storeBackup } from './taking.ts'

/** Backups that are made at once. */
const backupsAtOnce = 2

export interface BackupWish {
  type: BackupType
  note?: string | undefined
  /** It belongs to other work that is under way for the project, which does not hold the project's turn. */
  isPart?: boolean
}

/** Ends what is under way for the project. */
type Over = () => Promise<void>

/** Runs `work` while nobody starts, stops or removes the project. */
export type Apart = <T>(project: string, work: () => Promise<T>) => Promise<T>

/**
 * Takes and proves backups: one at a time for each project, two in all, one proof at a time (reference: hosting,
 * Backups). Records hold everything that must survive a restart of HQ.
 */
export class Backups {
  readonly #hq: Hq
  readonly #apart: Apart
  readonly #turns = new KeyedLock()
  readonly #takers = new TaskLimiter(backupsAtOnce, Number.POSITIVE_INFINITY)
  readonly #provers = new TaskLimiter(1, Number.POSITIVE_INFINITY)
  readonly #proofs = new Map<string, Promise<unknown>>()
  readonly #work: BackgroundWork
  /** HQ settles the work of an earlier HQ first, whose unfinished folders go then. */
  #isReady: Promise<unknown> = Promise.resolve()
  /** Called after each backup that was stored, and after each that was proven. */
  onSettled: (backup: Backup) => Promise<void> = async () => {}

  constructor(hq: Hq, apart: Apart) {
    this.#hq = hq
    this.#work = new BackgroundWork(hq, 'backups')
    this.#apart = apart
  }

  /** Lets backups wait until `settled`. */
  begins(settled: Promise<unknown>): void {
    this.#isReady = settled.catch(() => undefined)
  }

  /** Breaks off what is under way, which the next start of HQ finishes or gives up as after a kill. */
  async leave(): Promise<void> {
    await this.#work.leave()
  }

  /**
   * Begins a backup; `done` resolves to its record once it is stored or has failed, before any proof.
   * @throws Problem 409 while it is not possible
   */
  async take(ctx: Context, subject: Subject, wish: BackupWish): Promise<{ id: string; done: Promise<Backup> }> {
    const { engine } = this.#hq.site
    const { project } = subject
    if (project && !isForBackup(project, wish)) throw notNow(project.status)
    const plan = await planFor(engine, subject)
    if (!plan) throw notPossibleNow({ text: 'There is no backup plan.' })
    await this.#isReady
    const isAlone = project !== undefined && wish.isPart !== true
    const history = wish.type === 'Manual' ? { action: 'take_backup' } : undefined
    if (isAlone) await this.#hq.underWay.begin(ctx, [project.id], 'Backup', history)
    const over: Over = async () => {
      if (isAlone) await this.#hq.underWay.end([project.id], 'Backup')
    }
    try {
      const about = { type: wish.type, store: plan.store, note: wish.note }
      const id = await engine.store.write((tx) => createBackup(engine, ctx, tx, subject, about))
      const made = this.#turns.run(subject.uid, () => this.#take(subject, id, over))
      return { id, done: this.#work.watch(made.then((backup) => this.#afterTaken(backup, plan))) }
    } catch (error) {
      await over()
      throw error
    }
  }

  /**
   * Begins to prove a backup.
   * @throws Problem 404, 409 for one that is not there to be proven
   */
  async prove(ctx: Context, id: string): Promise<void> {
    const backup = await readBackup(this.#hq.site.engine, id)
    if (backup.status !== 'Stored' && backup.status !== 'Proven') {
      throw notPossibleNow({
        text: 'This is not possible while the backup is {0}.',
        args: [{ translate: backup.status }],
      })
    }
    await noteBackup(this.#hq.site.engine, ctx, id, { status: 'Proving', error: null })
    const { project } = backup
    const prove = () => this.#prove(backup)
    const { underWay } = this.#hq
    const proof = this.#provers.run(() => (project ? underWay.run(ctx, [project], 'Proof', prove) : prove()))
    this.#proofs.set(id, proof)
    void this.#work.watch(proof.finally(() => this.#proofs.delete(id)))
  }

  /** Resolves once the proof of this backup is over, if one is under way. */
  async proofOf(id: string): Promise<void> {
    await this.#proofs.get(id)
  }

  /** Runs work that no backup is made beside, since it removes objects that one may count on. */
  alone(work: () => Promise<void>): Promise<unknown> {
    const within = (level: number): Promise<unknown> =>
      level === 0 ? work() : this.#takers.run(() => within(level - 1))
    return this.#work.watch(this.#turns.run('alone', () => within(backupsAtOnce)))
  }

  async #take(subject: Subject, id: string, over: Over): Promise<Backup> {
    const { engine, logs } = this.#hq.site
    try {
      // Nothing is under way any more when the record tells the end, so that the next backup may begin at once.
      const values = await this.#takers.run(() => this.#store(subject, id)).finally(over)
      await noteBackup(engine, this.#own(), id, { ...values, status: 'Stored' })
    } catch (error) {
      if (this.#work.isLeaving) throw error
      logs.error.error({ err: error, project: subject.id, backup: id }, 'a backup failed')
      await this.#noteStoreFault(id, error)
      await noteBackup(engine, this.#own(), id, failedWith(sentenceOf(error)))
    }
    return readBackup(engine, id)
  }

  /** A store that a backup could not use is no longer shown as ready. */
  async #noteStoreFault(id: string, error: unknown): Promise<void> {
    if (!(error instanceof StoreFault)) return
    await noteStoreFault(this.#hq, (await readBackup(this.#hq.site.engine, id)).store, error)
  }

  /** The steps of a backup are HQ's own work, whoever began it: its history keeps apart what people did. */
  #own(): Context {
    return systemContext(this.#hq.site.engine)
  }

  async #store(subject: Subject, id: string) {
    const { project } = subject
    const apart = <T>(work: () => Promise<T>) => (project ? this.#apart(project.id, work) : work())
    const attempt = async () => {
      this.#work.signal.throwIfAborted()
      const backup = await readBackup(this.#hq.site.engine, id)
      return storeBackup(this.#hq, subject, backup, { apart, signal: this.#work.signal })
    }
    try {
      return await attempt()
    } catch (error) {
      // A file of a stopped site went when the site was started meanwhile; now the site itself keeps them.
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
      return attempt()
    }
  }

  async #afterTaken(backup: Backup, plan: Plan): Promise<Backup> {
    if (this.#work.isLeaving || backup.status !== 'Stored') return backup
    if (plan.prove === 'Every Backup') await this.prove(this.#own(), backup.id)
    void this.#work.watch(this.onSettled(backup))
    return backup
  }

  async #prove(backup: Backup): Promise<void> {
    const { engine, logs } = this.#hq.site
    const { id } = backup
    try {
      this.#work.signal.throwIfAborted()
      const proof = await makeProof(this.#hq, backup, this.#work.signal)
      const now = engine.clock.nowUtc()
      if (proof.ok) {
        await noteBackup(engine, this.#own(), id, { status: 'Proven', proven_at: now, proof })
        return void this.#work.watch(this.onSettled(backup))
      }
      logs.error.error({ project: backup.projectId, backup: id, failed: proof.failed }, 'a proof failed')
      await noteBackup(engine, this.#own(), id, {
        ...failedWith({ text: 'The backup is not what was stored.' }),
        proof,
      })
      // The backup has failed, whether or not another can be made now.
      await this.#replace(backup).catch((error: unknown) => {
        logs.error.error({ err: error, project: backup.projectId, backup: id }, 'a failed backup was not replaced')
      })
    } catch (error) {
      if (this.#work.isLeaving) return
      // Nothing was shown about the backup itself, so it counts as it did.
      logs.error.error({ err: error, project: backup.projectId, backup: id }, 'a proof could not be made')
      await this.#noteStoreFault(id, error)
      const { status, error: sentence } = { ...failedWith(sentenceOf(error)), status: backup.status }
      await noteBackup(engine, this.#own(), id, { status, error: sentence })
    }
  }

  /**
   * Takes a new backup at once after one that failed its proof; one that replaces a failed one is not replaced again. An
   * older one is replaced, too: newer ones may share the objects that it lacks, and a new backup writes those anew.
   */
  async #replace({ id, uid, projectId }: Backup): Promise<void> {
    const { engine } = this.#hq.site
    const stored = (await backupsOf(engine, uid, ['Stored', 'Proving', 'Proven', 'Failed'])).filter(
      ({ id: other, size }) => other === id || size > 0,
    )
    const [newest, before] = stored
    const isAgain = newest?.id === id && before?.status === 'Failed'
    if (isAgain || this.#work.isLeaving) return
    const subject = await subjectOf(engine, projectId).catch(() => undefined)
    if (subject?.uid === uid) await this.take(this.#own(), subject, { type: 'Scheduled' })
  }
}

/** A project that was started once; one that is being deleted takes its Final backup alone. */
const isForBackup = ({ startedAt, status }: Project, { type }: BackupWish): boolean =>
  startedAt !== undefined && (status !== 'Removing' || type === 'Final')
