import { invalid, type Message, notPossibleNow, textOf } from '@tavla/contract'
import {
  type Context,
  createRecord,
  type DefinitionItem,
  deleteRecord,
  find,
  type PersonalMarks,
  personalMarks,
  systemContext,
} from '../../../entity/index.ts'
import type { Replacement } from '../../../hosting/driver.ts'
import { managesHq } from '../access/levels.ts'
import { BackgroundWork } from '../background-work.ts'
import type { Backups } from '../backups/backups.ts'
import { sentenceOf } from '../backups/faults.ts'
import { requireMade } from '../backups/require-made.ts'
import { type Backup, readBackup } from '../backups/rows.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { askProject } from '../promotions/ask.ts'
import { type Project, readProject } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { noteEvent, notNow } from '../transitions.ts'
import { buildClone, hasCloneFolder, requireOwnDatabase, settleFolder } from './build-clone.ts'

/** The wishes of the caller of `clone_project`. */
export interface CloneWish {
  id: string | undefined
  projectName: string
  mask: boolean
  keepSignIn: boolean
  /** Id of the backup to make it of; undefined takes a fresh one. */
  backup: string | undefined
}

/** Makes clones of projects (reference: hosting, Clone): of a backup, in the background, and whole or not at all. */
export class Clones {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #backups: Backups
  readonly #work: BackgroundWork

  constructor(hq: Hq, supervisor: Supervisor, backups: Backups) {
    this.#hq = hq
    this.#work = new BackgroundWork(hq, 'clones')
    this.#supervisor = supervisor
    this.#backups = backups
  }

  /** Begins a clone, and resolves to its id. @throws Problem 409, 417 */
  async begin(ctx: Context, source: Project, wish: CloneWish): Promise<string> {
    if (source.startedAt === undefined) throw notNow(source.status)
    requireReplaceable(this.#hq, source)
    await requireOwnDatabase(this.#hq, source)
    const backup = wish.backup === undefined ? undefined : await this.#requireBackup(source, wish.backup)
    const clone = await this.#create(ctx, source, wish)
    const action = { action: 'clone_project', project: clone, mask: wish.mask, keep_sign_in: wish.keepSignIn }
    try {
      await this.#hq.underWay.begin(ctx, [source.id, clone], 'Clone', action)
    } catch (error) {
      await this.#erase(clone)
      throw error
    }
    void this.#work.watch(this.#make(ctx, source.id, clone, { ...wish, backup }))
    return clone
  }

  /** Finishes or takes back the clones that were under way when HQ was killed, and says which. */
  async finish(): Promise<void> {
    const { underWay } = this.#hq
    const left = new Set(underWay.leftBy('Clone'))
    const found = await find(this.#hq.site.engine, 'Project', { fields: ['clone_of', 'status'] })
    const clones = found.filter(({ id, clone_of }) => left.has(id) && textOf(clone_of) !== '')
    for (const { id, clone_of, status } of clones) {
      const source = textOf(clone_of)
      left.delete(source)
      // `Refreshes` settles one that was there already.
      if (status !== 'Created') continue
      await this.#settle(id, source)
      await underWay.end([id, source], 'Clone')
    }
    for (const id of left) if (!clones.some((clone) => clone.id === id)) await underWay.end([id], 'Clone')
  }

  /** Breaks off what is under way, which the next start takes back. */
  async leave(): Promise<void> {
    await this.#work.leave()
  }

  async #settle(id: string, source: string): Promise<void> {
    const clone = await readProject(this.#hq.site.engine, id)
    await settleFolder(this.#hq, clone)
    if (await hasCloneFolder(this.#hq, clone)) {
      await this.#tell(id, { text: 'HQ ended while the clone was made. It is finished now.' })
      await this.#supervisor.provision(id, this.#system)
      return
    }
    await this.#takeBack(source, id, { text: 'HQ ended while the clone {0} was made. It was taken back.', args: [id] })
  }

  /** @throws Problem 404, 417 */
  async #requireBackup(source: Project, id: string): Promise<Backup> {
    const backup = await readBackup(this.#hq.site.engine, id)
    const { uid } = await subjectOf(this.#hq.site.engine, source.id)
    if (backup.uid !== uid || !['Stored', 'Proving', 'Proven'].includes(backup.status)) {
      throw invalid('{0} is not a restorable backup of this project.', [id])
    }
    return backup
  }

  async #create(ctx: Context, source: Project, { id, projectName }: CloneWish): Promise<string> {
    const { engine } = this.#hq.site
    const isOwn = !managesHq(ctx) && !ctx.actor.roles.has('Operator')
    const { id: made } = await createRecord(engine, { ...ctx, system: true }, 'Project', {
      ...(id === undefined ? {} : { id }),
      project_name: projectName,
      environment: 'Staging',
      clone_of: source.id,
      server: source.server,
      start_with: source.hasSampleData ? 'Sample' : 'Empty',
      default_language: source.language,
      admin_email: source.adminEmail ?? null,
      auto_provision: 0,
      ...(isOwn ? { access: [{ user: ctx.actor.user, level: 'Manage' }] } : {}),
    })
    return String(made)
  }

  async #make(
    ctx: Context,
    source: string,
    id: string,
    wish: Omit<CloneWish, 'backup'> & { backup: Backup | undefined },
  ): Promise<void> {
    const { logs, engine } = this.#hq.site
    try {
      if (!wish.backup) await this.#tell(id, { text: 'A backup of {0} is being taken.', args: [source] })
      const backup = wish.backup ?? (await freshBackup(this.#hq, this.#backups, ctx, source))
      const clone = await readProject(engine, id)
      const step = (text: string) => this.#tell(id, { text })
      const personal = wish.mask && wish.backup ? await this.#personalNow(id, source) : {}
      await buildClone(this.#hq, { clone, backup, signal: this.#work.signal, step }, { ...wish, personal })
    } catch (error) {
      if (this.#work.isLeaving) return
      logs.error.error({ err: error, project: id }, 'a clone failed')
      await this.#hq.underWay.end([source, id], 'Clone')
      const reason = sentenceOf(error)
      await this.#takeBack(source, id, { prefix: { text: 'The clone {0} was not made.', args: [id] }, ...reason })
      return
    }
    await this.#hq.underWay.end([source, id], 'Clone')
    await this.#supervisor.provision(id, this.#system)
  }

  /** The fields that are personal by now: some of them may not have been when an older backup was made. */
  async #personalNow(clone: string, source: string): Promise<PersonalMarks> {
    const project = await readProject(this.#hq.site.engine, source)
    if (project.status !== 'Running') {
      await this.#tell(clone, {
        text: '{0} does not run, so the fields are masked that were personal when the backup was made.',
        args: [source],
      })
      return {}
    }
    const order = { do: 'export' }
    return personalMarks((await askProject<{ items: DefinitionItem[] }>(this.#supervisor, project, order)).items)
  }

  async #takeBack(source: string, id: string, message: Message): Promise<void> {
    await settleFolder(this.#hq, await readProject(this.#hq.site.engine, id))
    await this.#erase(id)
    await this.#tell(source, message)
  }

  async #erase(id: string): Promise<void> {
    await deleteRecord(this.#hq.site.engine, this.#system, 'Project', id)
  }

  #tell(project: string, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    return engine.store.write((tx) => noteEvent(this.#hq, this.#system, tx, { project, event: 'clone', message }))
  }

  get #system(): Context {
    return systemContext(this.#hq.site.engine)
  }
}

/** Backs up the original of a clone. @throws BackupFault */
export async function freshBackup(hq: Hq, backups: Backups, ctx: Context, source: string): Promise<Backup> {
  const taken = await backups.take(ctx, await subjectOf(hq.site.engine, source), { type: 'Scheduled', isPart: true })
  return requireMade(hq, await taken.done, { text: 'No backup of {0} could be taken.', args: [source] })
}

/** @throws Problem 409 where the server's driver cannot put data in a project's place */
export function requireReplaceable(hq: Hq, { driver }: Project): Replacement {
  const { replacement } = hq.drivers.get(driver) ?? {}
  if (replacement) return replacement
  throw notPossibleNow({ text: 'Servers of kind {0} cannot be used yet.', args: [driver] })
}
