import { type Message, notPossibleNow, Problem } from '@tavla/contract'
import { type Context, systemContext } from '../../../entity/index.ts'
import { HostingFault, type Replacement, type SitePlace } from '../../../hosting/driver.ts'
import { BackgroundWork } from '../background-work.ts'
import type { Backups } from '../backups/backups.ts'
import { BackupFault, precededBy, sentenceOf } from '../backups/faults.ts'
import { databaseOfProject } from '../backups/present-database.ts'
import { requireMade } from '../backups/require-made.ts'
import { requireRoom } from '../backups/room.ts'
import type { Backup } from '../backups/rows.ts'
import { subjectOf } from '../backups/subject.ts'
import { driverFor, type Hq } from '../hq.ts'
import { type Project, type ProjectStatus, readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import type { Supervisor } from '../supervisor.ts'
import { changeState, noteEvent } from '../transitions.ts'
import { buildFromBackup } from './build.ts'
import { requireDatabaseRight } from './new-database.ts'
import { requireRestorable } from './restorable.ts'

/** States in which a project can be restored. */
const restorable: readonly ProjectStatus[] = ['Running', 'Stopped', 'Failed']

/** States of a project whose restore is not over. */
const unsettled: readonly ProjectStatus[] = ['Provisioning', 'Created']

/** A restore under way. */
interface Restore {
  project: Project
  /** The state that the project had. */
  former: ProjectStatus
  backup: Backup
  place: SitePlace
  replacement: Replacement
}

/**
 * Brings a whole project back to a backup: a safety copy, the data built and proven beside the present ones, and a change
 * of places (reference: hosting, Restoring). A fault before that leaves the project as it was.
 */
export class Restores {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #backups: Backups
  /** Projects that this process restores. */
  readonly #active = new Set<string>()
  /** Restores under way, with the new backup that follows, by project; each resolves to what stopped it. */
  readonly #runs = new Map<string, Promise<Message | undefined>>()
  readonly #work: BackgroundWork

  constructor(hq: Hq, supervisor: Supervisor, backups: Backups) {
    this.#hq = hq
    this.#work = new BackgroundWork(hq, 'restores')
    this.#supervisor = supervisor
    this.#backups = backups
  }

  /** Breaks off what is under way; the next start of HQ finishes it or takes it back. */
  async leave(): Promise<void> {
    await this.#work.leave()
  }

  /**
   * Begins a restore; `force` goes on where no safety copy can be made.
   * @throws Problem 404, 409, 417
   */
  async begin(
    ctx: Context,
    id: string,
    { backup: wanted, force }: { backup: unknown; force: boolean },
  ): Promise<{ status: 'Provisioning'; safety: string | null }> {
    const { engine } = this.#hq.site
    const subject = await subjectOf(engine, id)
    const backup = await requireRestorable(this.#hq, wanted, subject.uid)
    const project = await readProject(engine, id)
    const { replacement } = driverFor(this.#hq, project.driver)
    if (!replacement) {
      throw notPossibleNow({ text: 'Servers of kind {0} cannot be used yet.', args: [project.driver] })
    }
    const place = sitePlace(this.#hq.site, await readServer(engine, project.server), project)
    const database = await databaseOfProject(this.#hq, project)
    if (database !== undefined) await requireDatabaseRight(database)
    if (!force && !(await replacement.isThere(place))) throw notPossibleNow(noSafetyCopy(id))
    const restore: Restore = { project, former: project.status, backup, place, replacement }
    await changeState(this.#hq, ctx, id, {
      from: restorable,
      to: 'Provisioning',
      event: 'restore',
      message: { text: 'The project is being restored from backup {0}.', args: [backup.id] },
    })
    try {
      await this.#hq.underWay.begin(ctx, [id], 'Restore', { action: 'restore_project', backup: backup.id })
    } catch (error) {
      await this.#supervisor.settleAfter(id, restore.former)
      throw error
    }
    const safety = await this.#backups
      .take(ctx, subject, { type: 'Safety', isPart: true })
      .catch((error: unknown) => ({ id: null, done: Promise.reject(error as Error) }))
    safety.done.catch(() => undefined)
    this.#active.add(id)
    this.#hq.heldBackups.add(backup.id)
    const run = this.#run(restore, safety.done, force).finally(() => this.#runs.delete(id))
    this.#runs.set(id, run)
    void this.#work.watch(run)
    return { status: 'Provisioning', safety: safety.id }
  }

  /** Resolves once a restore that began is over and its new backup proven, to what stopped it. */
  async over(id: string): Promise<Message | undefined> {
    return this.#runs.get(id)
  }

  /**
   * Finishes or takes back the restore that was under way for a project when HQ was killed, and says which. True for one
   * of this process, which brings the project to its state by itself.
   */
  async settle(id: string): Promise<boolean> {
    const { engine } = this.#hq.site
    const project = await readProject(engine, id)
    const { replacement } = this.#hq.drivers.get(project.driver) ?? {}
    if (!replacement) return false
    if (this.#active.has(id)) return true
    // A clone settles what was built for it.
    if (this.#hq.underWay.wasLeft(id, 'Clone')) return false
    const place = sitePlace(this.#hq.site, await readServer(engine, project.server), project)
    const outcome = await replacement.settle(place)
    // It was over, and the site has not started on its data yet.
    const wasUnderWay = this.#hq.underWay.has(id, 'Restore')
    if (outcome === 'finished' && !wasUnderWay && !unsettled.includes(project.status)) return false
    if (outcome === 'nothing' && !wasUnderWay) return false
    await this.#tell(project.id, endedBy(outcome, project.status))
    await this.#hq.underWay.end([id], 'Restore')
    if (project.status === 'Created' && outcome === 'finished') {
      this.#hq.site.inBackground(this.#supervisor.provision(id, systemContext(engine)))
    }
    return false
  }

  async #run(restore: Restore, safety: Promise<Backup>, force: boolean): Promise<Message | undefined> {
    const { project, former, backup } = restore
    const { id } = project
    let fault: Message | undefined
    try {
      await this.#awaitSafety(id, safety, force)
      await this.#supervisor.apart(id, async () => {
        await this.#supervisor.endSite(id)
        await this.#replace(restore)
      })
    } catch (error) {
      if (this.#work.isLeaving) return endedBy('taken back', 'Provisioning')
      this.#hq.site.logs.error.error({ err: error, project: id, backup: backup.id }, 'a restore failed')
      fault = error instanceof Problem ? error.detail : error instanceof HostingFault ? error.detail : sentenceOf(error)
    }
    await this.#tell(
      id,
      fault
        ? precededBy({ text: 'The project could not be restored and is as it was before.' }, fault)
        : { text: 'The project is restored from backup {0}.', args: [backup.id] },
    )
    await this.#hq.underWay.end([id], 'Restore')
    this.#active.delete(id)
    this.#hq.heldBackups.delete(backup.id)
    await this.#supervisor.settleAfter(id, fault ? former : undefined, fault)
    if (!fault) await this.#takeNew(id)
    return fault
  }

  /** @throws BackupFault when there is none and nobody said to go on without */
  async #awaitSafety(id: string, safety: Promise<Backup>, force: boolean): Promise<void> {
    const { site } = this.#hq
    const taken = await safety.catch((error: unknown) => {
      site.logs.error.error({ err: error, project: id }, 'no safety copy')
      return undefined
    })
    this.#work.signal.throwIfAborted()
    if (force) return
    if (!taken) throw new BackupFault(noSafetyCopy(id))
    await requireMade(this.#hq, taken, { text: 'No backup could be made.' })
  }

  async #replace({ project, backup, place, replacement }: Restore): Promise<void> {
    requireRoom([{ folder: place.dir, bytes: backup.size }])
    const folder = await replacement.begin(place)
    try {
      const target = { id: project.id, database: await databaseOfProject(this.#hq, project) }
      await buildFromBackup(this.#hq, backup, folder, this.#work.signal, target)
      this.#work.signal.throwIfAborted()
      await replacement.replace(place, { backup: backup.id })
    } catch (error) {
      await replacement.settle(place)
      throw error
    }
  }

  /** The state that was restored is the newest now, so it is the one to come back to. */
  async #takeNew(id: string): Promise<void> {
    const { engine } = this.#hq.site
    // Once the start under way is over.
    await this.#supervisor.apart(id, async () => undefined)
    if (this.#work.isLeaving) return
    const taken = await this.#backups.take(systemContext(engine), await subjectOf(engine, id), { type: 'Scheduled' })
    await taken.done.catch((error: unknown) => {
      if (!this.#work.isLeaving) throw error
    })
    await this.#backups.proofOf(taken.id)
  }

  #tell(project: string, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    const ctx = systemContext(engine)
    return engine.store.write((tx) => noteEvent(this.#hq, ctx, tx, { project, event: 'restore', message }))
  }
}

/** Words for a restore that HQ left: a project that ran meanwhile was getting records back. */
function endedBy(outcome: 'finished' | 'taken back' | 'nothing', status: ProjectStatus): Message {
  if (outcome === 'finished') return { text: 'HQ ended while the project was restored. The restore is finished now.' }
  if (outcome === 'nothing' && status === 'Running') {
    return { text: 'HQ ended while records were brought back. Those that are back can be undone at the project.' }
  }
  return { text: 'HQ ended while the project was restored. The project is as it was before.' }
}

const noSafetyCopy = (id: string): Message => ({
  text: 'No safety copy can be made: the data of {0} cannot be read.',
  args: [id],
})
