import { type Message, notPossibleNow, Problem, textOf } from '@tavla/contract'
import { type Context, systemContext } from '../../entity/index.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { HostingFault } from '../../hosting/driver.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { databaseOfProject } from './backups/present-database.ts'
import type { Hq } from './hq.ts'
import { keepRemovalNote, type RemovalNote, readRemovalNote } from './removal-notes.ts'
import { type Project, readProject, readServer, serverIds } from './rows.ts'
import { serverSpec, sitePlace } from './site-spec.ts'
import { changeState, deletable } from './transitions.ts'
import { sealRecord } from './trash/kept-record.ts'

const day = 86_400_000

/** A deletion under way. */
export interface Removal {
  /** Deletes the project even where no backup can be made. */
  force: boolean
  /** Its caller has been told that it goes on, so that a refusal has to stand in the record. */
  isAnswered: boolean
}

/** The other works of HQ that a deletion needs. */
export interface RemovalHelp {
  /** Takes the backup that a project leaves behind; false when none can be made. */
  takeFinal: (ctx: Context, id: string) => Promise<boolean>
  /** Runs `work` while nobody starts, stops or copies the project. */
  turn: <T>(id: string, work: () => Promise<T>) => Promise<T>
}

/** Deletes projects and empties the trash (reference: hosting, Deleting a project). */
export class Removals {
  readonly #hq: Hq
  readonly #help: RemovalHelp
  #timer: NodeJS.Timeout | undefined
  #isLeaving = false

  constructor(hq: Hq, help: RemovalHelp) {
    this.#hq = hq
    this.#help = help
  }

  /** Deletes old data from the trash, now and once a day. */
  start(): void {
    const purge = () => this.#hq.site.inBackground(this.#purge())
    this.#timer = setInterval(purge, day).unref()
    purge()
  }

  stop(): void {
    this.#isLeaving = true
    clearInterval(this.#timer)
  }

  /**
   * Takes the Final backup of a project, moves its data to the trash and then lets `erase` delete its record. The record
   * says Removing in the meantime, so that HQ finishes the deletion after a kill. A project of which no backup can be made
   * gets its former state back; one that can't be removed gets the state Failed. Both can be deleted again.
   * @throws Problem 409
   */
  async run<T>(id: string, ctx: Context, erase: () => Promise<T>, removal: Removal): Promise<T> {
    const { project, note } = await this.#help.turn(id, () => this.#begin(id, ctx, removal.force))
    try {
      // Not within the turn, which an earlier backup needs that this one waits for; the state keeps all else out.
      if (!note.isBackedUp) await this.#backUp(ctx, project, note, removal)
      return await this.#help.turn(id, async () => {
        await this.#clear(project)
        return erase()
      })
    } catch (error) {
      // Nothing can be noted without the store; HQ resumes the deletion later.
      if (!(error instanceof StoreUnavailable || error instanceof GivenBack)) await this.#giveUp(id, error)
      throw error instanceof HostingFault ? notPossibleNow(error.detail) : error
    }
  }

  async #begin(id: string, ctx: Context, force: boolean): Promise<{ project: Project; note: RemovalNote }> {
    const { engine } = this.#hq.site
    const { status, startedAt, desiredState } = await readProject(engine, id)
    if (ctx.system && status === 'Removing') {
      const kept = await readRemovalNote(this.#hq, id)
      // An older version noted nothing, and its data may be in the trash.
      const unknown = { former: 'Stopped', desiredState: 'Stopped', lastError: null, isBackedUp: false } as const
      return { project: await readProject(engine, id), note: kept ?? { ...unknown, force: true } }
    }
    const lastError = await this.#lastErrorOf(id)
    const note = { former: status, desiredState, lastError, force, isBackedUp: startedAt === undefined }
    await keepRemovalNote(this.#hq, id, note)
    const project = await changeState(this.#hq, ctx, id, {
      from: deletable,
      to: 'Removing',
      event: 'delete',
      // Name the project in the text, because the event outlives the record that it links to.
      message: { text: 'The project {0} is being deleted.', args: [id] },
      values: { desired_state: 'Removed', last_error: null },
    })
    return { project, note }
  }

  async #lastErrorOf(id: string): Promise<string | null> {
    const { engine } = this.#hq.site
    const row = await engine.rows(engine.models.require('Project')).byId(engine.store, id)
    return textOf(row?.last_error) || null
  }

  /** @throws GivenBack, and the project has its former state */
  async #backUp(ctx: Context, { id }: Project, note: RemovalNote, removal: Removal): Promise<void> {
    const isMade = await this.#help.takeFinal(ctx, id).catch((error: unknown) => {
      this.#hq.site.logs.error.error({ err: error, project: id }, 'no backup before a deletion')
      return false
    })
    // The next start of HQ goes on with it.
    if (this.#isLeaving) throw new StoreUnavailable('HQ is ending.')
    if (isMade || note.force) return keepRemovalNote(this.#hq, id, { ...note, isBackedUp: true })
    const message: Message = { text: 'No backup can be made before deleting {0}.', args: [id] }
    const { former, desiredState, lastError } = note
    await changeState(this.#hq, systemContext(this.#hq.site.engine), id, {
      from: ['Removing'],
      to: former,
      event: 'delete',
      message,
      values: {
        desired_state: desiredState,
        last_error: removal.isAnswered ? encodeSentence(message) : lastError,
      },
    })
    throw new GivenBack(message)
  }

  /** @throws HostingFault */
  async #clear(project: Project): Promise<void> {
    const { site, drivers, timing } = this.#hq
    const driver = drivers.get(project.driver)
    // Without a reserved port nothing was ever made, and the server may not even be reachable.
    if (!driver || project.port === undefined) return
    const place = sitePlace(site, await readServer(site.engine, project.server), project)
    await driver.stop(place, timing.stopGrace)
    await driver.remove(place, {
      record: await sealRecord(site.engine, project.id),
      database: await databaseOfProject(this.#hq, project),
    })
  }

  async #giveUp(id: string, error: unknown): Promise<void> {
    const { site } = this.#hq
    site.logs.error.error({ err: error, project: id }, 'a project could not be removed')
    const message =
      error instanceof HostingFault ? error.detail : { text: 'Something went wrong while the project was deleted.' }
    await changeState(this.#hq, systemContext(site.engine), id, {
      from: ['Removing'],
      to: 'Failed',
      event: 'delete',
      message,
      values: { desired_state: 'Stopped', last_error: encodeSentence(message) },
    })
  }

  async #purge(): Promise<void> {
    const { site, drivers } = this.#hq
    for (const id of await serverIds(site.engine)) {
      const server = await readServer(site.engine, id)
      // A cluster that can't be reached must not stop the purge of the others.
      await drivers
        .get(server.driver)
        ?.purge(serverSpec(site, server))
        .catch((error: unknown) => site.logs.error.error({ err: error, server: id }, 'purge'))
    }
  }
}

/** Resolves as `work` does; to undefined once `wait` milliseconds are over, and the removal counts as answered. */
export async function answerInTime<T>(work: Promise<T>, removal: Removal, wait: number): Promise<T | undefined> {
  const { promise: later, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => {
    removal.isAnswered = true
    resolve(undefined)
  }, wait)
  try {
    return await Promise.race([work, later])
  } finally {
    clearTimeout(timer)
  }
}

/** No backup can be made; the console asks whether to go on without one. */
class GivenBack extends Problem {
  constructor(detail: Message) {
    super(409, 'InvalidStateError', 'Not Possible Now', detail, { extra: { needs: ['force'] } })
  }
}
