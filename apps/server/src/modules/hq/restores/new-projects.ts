import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Message, notPossibleNow, textOf } from '@tavla/contract'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { type Context, createRecord, deleteRecord, systemContext } from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { isNewer } from '../../../ground/version.ts'
import { HostingFault, type Replacement, type SitePlace } from '../../../hosting/driver.ts'
import { BackgroundWork } from '../background-work.ts'
import { sentenceOf } from '../backups/faults.ts'
import { type KeptSettings, presentDatabase, settingsIn } from '../backups/present-database.ts'
import { requireRoom } from '../backups/room.ts'
import { type Backup, readBackup } from '../backups/rows.ts'
import { ownId } from '../backups/subject.ts'
import { driverFor, type Hq } from '../hq.ts'
import { serverForNew } from '../reserve.ts'
import { readProject, readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import type { Supervisor } from '../supervisor.ts'
import { changeState } from '../transitions.ts'
import { buildFromBackup, needsVersion } from './build.ts'
import { requireDatabaseRight } from './new-database.ts'
import { openManifest } from './open-manifest.ts'

/** Makes a project of its own out of a backup, also of one whose project is gone (reference: hosting, Restoring). */
export class NewProjects {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #work: BackgroundWork

  constructor(hq: Hq, supervisor: Supervisor) {
    this.#hq = hq
    this.#work = new BackgroundWork(hq, 'new projects')
    this.#supervisor = supervisor
  }

  /** Breaks off what is under way; the next start of HQ provisions a project whose data were ready, others stay Created. */
  async leave(): Promise<void> {
    await this.#work.leave()
  }

  /**
   * Creates the project and begins to build its data; resolves to its id.
   * @throws Problem 404, 409, 417
   */
  async begin(
    ctx: Context,
    from: string,
    { id, project_name, environment, server: wanted }: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { engine } = this.#hq.site
    const backup = await readBackup(engine, from)
    // A site of its own would have HQ's people, servers and secrets.
    if (backup.uid === ownId)
      throw notPossibleNow({ text: 'A backup of HQ comes back by the command "tavla recover".' })
    const settings = await this.#settingsOf(backup)
    const start_with = settings.apps?.includes('sample') ? 'Sample' : 'Empty'
    const server = textOf(wanted) || (await this.#usualServer(backup))
    // Refused before there is a record that nothing could be made of.
    const { driver } = await readServer(engine, server)
    const { replacement } = driverFor(this.#hq, driver)
    if (!replacement) throw notPossibleNow({ text: 'Servers of kind {0} cannot be used yet.', args: [driver] })
    const database = (await presentDatabase(this.#hq, backup)) ?? settings.database
    if (database !== undefined) await requireDatabaseRight(database)
    const body = { id, project_name, environment, server, start_with, auto_provision: 0 }
    const made = await createRecord(engine, ctx, 'Project', body)
    try {
      await this.#hq.underWay.begin(ctx, [made.id], 'Restore', { action: 'restore_as_new', backup: backup.id })
    } catch (error) {
      await deleteRecord(engine, systemContext(engine), 'Project', made.id)
      throw error
    }
    const project = await readProject(engine, made.id)
    const place = sitePlace(this.#hq.site, await readServer(engine, project.server), project)
    void this.#work.watch(this.#run(made.id, { backup, place, replacement }))
    return made.id
  }

  /** The server of its project; for one that is gone, the first that takes a new one. @throws Problem 404 */
  async #usualServer({ project }: Backup): Promise<string> {
    const { engine } = this.#hq.site
    return project === undefined ? serverForNew(engine) : (await readProject(engine, project)).server
  }

  /** @throws Problem 409 for a backup that cannot be read here */
  async #settingsOf(backup: Backup): Promise<KeptSettings> {
    const opened = await openManifest(this.#hq, backup)
    if (isNewer(opened.manifest.program)) throw notPossibleNow(needsVersion(opened.manifest.program))
    return settingsIn(opened)
  }

  async #run(id: string, work: { backup: Backup; place: SitePlace; replacement: Replacement }): Promise<void> {
    const { engine, logs } = this.#hq.site
    const { backup } = work
    let fault: Message | undefined
    this.#hq.heldBackups.add(backup.id)
    try {
      await this.#supervisor.apart(id, () => this.#build(work))
    } catch (error) {
      if (this.#work.isLeaving) return
      logs.error.error({ err: error, project: id, backup: backup.id }, 'a project could not be made of a backup')
      fault = error instanceof HostingFault ? error.detail : sentenceOf(error)
    } finally {
      this.#hq.heldBackups.delete(backup.id)
    }
    await this.#hq.underWay.end([id], 'Restore')
    const system = systemContext(engine)
    if (!fault) return void (await this.#supervisor.provision(id, system))
    const values = { last_error: encodeSentence(fault), desired_state: 'Stopped' }
    await changeState(this.#hq, system, id, {
      from: ['Created'],
      to: 'Failed',
      event: 'restore',
      message: fault,
      values,
    })
  }

  async #build({ backup, place, replacement }: { backup: Backup; place: SitePlace; replacement: Replacement }) {
    requireRoom([{ folder: place.dir, bytes: backup.size }])
    const folder = await replacement.begin(place)
    try {
      await buildFromBackup(this.#hq, backup, folder, this.#work.signal, {
        id: place.id,
        database: await presentDatabase(this.#hq, backup),
      })
      // The other project's file; this one gets its own when it is provisioned.
      await rm(join(folder, restoredPlaces.config))
      await replacement.replace(place, { backup: backup.id, isNew: true })
    } catch (error) {
      await replacement.settle(place)
      throw error
    }
  }
}
