import { notPossibleNow } from '@tavla/contract'
import { type Context, systemContext } from '../../entity/index.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { HostingFault } from '../../hosting/driver.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import type { Hq } from './hq.ts'
import { type Project, readProject, readServer, serverIds } from './rows.ts'
import { serverSpec, sitePlace } from './site-spec.ts'
import { changeState, deletable } from './transitions.ts'
import { sealRecord } from './trash/kept-record.ts'

const day = 86_400_000

/** Deletes projects and empties the trash (reference: hosting, Project states). */
export class Removals {
  readonly #hq: Hq
  #timer: NodeJS.Timeout | undefined

  constructor(hq: Hq) {
    this.#hq = hq
  }

  /** Deletes old data from the trash, now and once a day. */
  start(): void {
    const purge = () => this.#hq.site.inBackground(this.#purge())
    this.#timer = setInterval(purge, day).unref()
    purge()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /**
   * Moves a project's data to the trash and then lets `erase` delete its record. The record says Removing in the
   * meantime, so that HQ finishes the deletion after a kill. A project that can't be removed gets the state Failed and
   * can be deleted again.
   * @throws Problem 409
   */
  async run<T>(id: string, ctx: Context, erase: () => Promise<T>): Promise<T> {
    const project = await this.#begin(id, ctx)
    try {
      await this.#clear(project)
      return await erase()
    } catch (error) {
      // Nothing can be noted without the store; HQ resumes the deletion later.
      if (!(error instanceof StoreUnavailable)) await this.#giveUp(id, error)
      throw error instanceof HostingFault ? notPossibleNow(error.detail) : error
    }
  }

  async #begin(id: string, ctx: Context): Promise<Project> {
    const project = await readProject(this.#hq.site.engine, id)
    if (ctx.system && project.status === 'Removing') return project
    return changeState(this.#hq, ctx, id, {
      from: deletable,
      to: 'Removing',
      event: 'delete',
      // Name the project in the text, because the event outlives the record that it links to.
      message: { text: 'The project {0} is being deleted.', args: [id] },
      values: { desired_state: 'Removed', last_error: null },
    })
  }

  /** @throws HostingFault */
  async #clear(project: Project): Promise<void> {
    const { site, drivers, timing } = this.#hq
    const driver = drivers.get(project.driver)
    // Without a reserved port nothing was ever made, and the server may not even be reachable.
    if (!driver || project.port === undefined) return
    const place = sitePlace(site, await readServer(site.engine, project.server), project)
    await driver.stop(place, timing.stopGrace)
    await driver.remove(place, await sealRecord(site.engine, project.id))
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
