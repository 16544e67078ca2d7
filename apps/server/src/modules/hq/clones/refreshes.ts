import { type Message, notPossibleNow, Problem } from '@tavla/contract'
import { type Context, type DefinitionItem, systemContext } from '../../../entity/index.ts'
import { HostingFault } from '../../../hosting/driver.ts'
import { requireLevel } from '../access/levels.ts'
import { BackgroundWork } from '../background-work.ts'
import type { Backups } from '../backups/backups.ts'
import { precededBy, sentenceOf } from '../backups/faults.ts'
import { requireMade } from '../backups/require-made.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { askProject } from '../promotions/ask.ts'
import { pairOf } from '../promotions/at-start.ts'
import { forgetBase, keepBase, readBase } from '../promotions/bases.ts'
import { type Project, type ProjectStatus, readProject } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { changeState, noteEvent, notNow } from '../transitions.ts'
import { buildClone, requireOwnDatabase, settleFolder } from './build-clone.ts'
import { freshBackup, requireReplaceable } from './clones.ts'
import { putDefinitions } from './kept-definitions.ts'
import { keepRefreshNote, type RefreshNote, readRefreshNote } from './refresh-notes.ts'

/** The wishes of the caller of `refresh_clone`. */
export interface RefreshWish {
  mask: boolean
  keepSignIn: boolean
  keepDefinitions: boolean
}

interface Refresh extends RefreshWish {
  ctx: Context
  clone: Project
  source: string
  /** The state that the clone had. */
  former: ProjectStatus
}

/** States in which a clone can be refreshed. */
const refreshable: readonly ProjectStatus[] = ['Running', 'Stopped', 'Failed']

/**
 * Makes clones anew of a fresh backup of their sources (reference: hosting, Refreshing a clone): in the background, and
 * whole or not at all.
 */
export class Refreshes {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #backups: Backups
  /** Clones that this process refreshes. */
  readonly #active = new Set<string>()
  readonly #work: BackgroundWork

  constructor(hq: Hq, supervisor: Supervisor, backups: Backups) {
    this.#hq = hq
    this.#work = new BackgroundWork(hq, 'refreshing a clone')
    this.#supervisor = supervisor
    this.#backups = backups
  }

  /** Begins to refresh a clone. @throws Problem 403, 404, 409 */
  async begin(ctx: Context, id: string, wish: RefreshWish): Promise<{ status: ProjectStatus }> {
    const { engine } = this.#hq.site
    const clone = await readProject(engine, id)
    if (clone.environment !== 'Staging' || clone.cloneOf === undefined) {
      throw notPossibleNow({ text: 'Only a clone that is Staging can be refreshed.' })
    }
    await requireLevel(engine, ctx, clone.cloneOf, 'Design')
    const source = await readProject(engine, clone.cloneOf)
    for (const one of [source, clone]) if (one.startedAt === undefined) throw notNow(one.status)
    requireReplaceable(this.#hq, clone)
    await requireOwnDatabase(this.#hq, source)
    if (wish.keepDefinitions && !this.#supervisor.runningSite(id)) throw notNow(clone.status)
    await changeState(this.#hq, ctx, id, {
      from: refreshable,
      to: 'Provisioning',
      event: 'clone',
      message: { text: 'The clone is being refreshed from {0}.', args: [source.id] },
    })
    const { mask, keepSignIn, keepDefinitions } = wish
    const flags = { mask, keep_sign_in: keepSignIn, keep_definitions: keepDefinitions }
    try {
      await keepRefreshNote(this.#hq, id, { source: source.id, base: null })
      await this.#hq.underWay.begin(ctx, [source.id, id], 'Clone', { action: 'refresh_clone', project: id, ...flags })
    } catch (error) {
      await keepRefreshNote(this.#hq, id)
      await this.#supervisor.settleAfter(id, clone.status)
      throw error
    }
    this.#active.add(id)
    void this.#work.watch(this.#run({ ...wish, ctx, clone, source: source.id, former: clone.status }))
    return { status: 'Provisioning' }
  }

  /**
   * Finishes or takes back the refreshing of a clone that an earlier HQ left, and says which. True for one of this
   * process, which brings the clone to its state by itself.
   */
  async settle(id: string): Promise<boolean> {
    if (this.#active.has(id)) return true
    const note = await readRefreshNote(this.#hq, id)
    if (!note) return false
    const outcome = await settleFolder(this.#hq, await readProject(this.#hq.site.engine, id))
    if (outcome === 'finished') await this.#moveBase(id, note)
    await this.#tell(
      id,
      outcome === 'finished'
        ? { text: 'HQ ended while the clone was refreshed. It is finished now.' }
        : { text: 'HQ ended while the clone was refreshed. It is as it was before.' },
    )
    await keepRefreshNote(this.#hq, id)
    await this.#hq.underWay.end([note.source, id], 'Clone')
    return false
  }

  /** Breaks off what is under way, which the next start takes back. */
  async leave(): Promise<void> {
    await this.#work.leave()
  }

  async #run(refresh: Refresh): Promise<void> {
    const { clone, source, former } = refresh
    const { id } = clone
    let fault: Message | undefined
    try {
      await this.#refresh(refresh)
    } catch (error) {
      if (this.#work.isLeaving) return
      this.#hq.site.logs.error.error({ err: error, project: id }, 'a clone could not be refreshed')
      const isKnown = error instanceof Problem || error instanceof HostingFault
      fault = isKnown ? error.detail : sentenceOf(error)
      await settleFolder(this.#hq, clone)
    }
    await this.#tell(
      id,
      fault
        ? precededBy({ text: 'The clone could not be refreshed and is as it was before.' }, fault)
        : { text: 'The clone is refreshed from {0}.', args: [source] },
    )
    await keepRefreshNote(this.#hq, id)
    await this.#hq.underWay.end([source, id], 'Clone')
    this.#active.delete(id)
    await this.#supervisor.settleAfter(id, fault ? former : undefined, fault)
  }

  async #refresh({ ctx, clone, source, ...wish }: Refresh): Promise<void> {
    const { signal } = this.#work
    const { id } = clone
    const definitions = wish.keepDefinitions ? await this.#definitionsOf(clone) : undefined
    await this.#tell(id, { text: 'A backup of {0} is being taken.', args: [id] })
    const { engine } = this.#hq.site
    const safety = await this.#backups.take(ctx, await subjectOf(engine, id), { type: 'Safety', isPart: true })
    await requireMade(this.#hq, await safety.done, { text: 'No backup of {0} could be taken.', args: [id] })
    await this.#tell(id, { text: 'A backup of {0} is being taken.', args: [source] })
    const backup = await freshBackup(this.#hq, this.#backups, ctx, source)
    signal.throwIfAborted()
    const note: RefreshNote = { source, base: null }
    const beforeReplace = async (folder: string, database: string | undefined) => {
      if (!definitions) return
      const base = await readBase(this.#hq, await pairOf(this.#hq, { source: id, target: source }))
      note.base = await putDefinitions({ id, folder, database }, { definitions, base }, signal)
      await keepRefreshNote(this.#hq, id, note)
    }
    await this.#supervisor.apart(id, async () => {
      await this.#supervisor.endSite(id)
      const step = (text: string) => this.#tell(id, { text })
      await buildClone(this.#hq, { clone, backup, signal, step, beforeReplace }, wish)
      await this.#moveBase(id, note)
    })
  }

  async #definitionsOf(clone: Project): Promise<DefinitionItem[]> {
    const { items } = await askProject<{ items: DefinitionItem[] }>(this.#supervisor, clone, { do: 'export' })
    return items
  }

  /** From now on a promotion compares both projects with what they share since. */
  async #moveBase(id: string, { source, base }: RefreshNote): Promise<void> {
    const pair = await pairOf(this.#hq, { source: id, target: source })
    await (base ? keepBase(this.#hq, pair, base) : forgetBase(this.#hq, pair))
  }

  #tell(project: string, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    const ctx = systemContext(engine)
    return engine.store.write((tx) => noteEvent(this.#hq, ctx, tx, { project, event: 'clone', message }))
  }
}
