import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Message } from '@tavla/contract'
import { type Context, systemContext } from '../../entity/index.ts'
import { TaskLimiter } from '../../ground/locks.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { utcText } from '../../ground/utc-text.ts'
import { HostingFault, type SiteSpec, type StartedSite } from '../../hosting/driver.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { driverFor, type Hq } from './hq.ts'
import { reservePort } from './reserve.ts'
import { type Project, readProject, readServer } from './rows.ts'
import { readSpec, stagingUrl } from './site-spec.ts'
import { changeState, noteEvent } from './transitions.ts'

/** The reason for a start. */
export type StartReason = 'provision' | 'start' | 'restart' | 'recover'

/** A site of a project that may still run. */
export interface FormerSite {
  driver: string
  spec: SiteSpec
}

/** Maximum attempts to find a port when another program takes the free one first. */
const maxPortTries = 5

/** Takes over a running site, to watch it. */
type SiteHandler = (project: Project, spec: SiteSpec, site: StartedSite) => void

/**
 * Takes projects from Provisioning to Running or Failed (reference: hosting, Project states; hosting, Provisioning).
 * Every step can be repeated after a kill.
 */
export class BringUp {
  readonly #hq: Hq
  readonly #leaving: AbortSignal
  readonly #handOver: SiteHandler
  /** A start keeps a processor busy, so at most as many start at once as there are cores. */
  readonly #starters = new TaskLimiter(availableParallelism(), Number.POSITIVE_INFINITY)
  /** Times of the automatic restarts of each project; milliseconds of `performance.now()`. */
  readonly #restarts = new Map<string, number[]>()

  constructor(hq: Hq, leaving: AbortSignal, handOver: SiteHandler) {
    this.#hq = hq
    this.#leaving = leaving
    this.#handOver = handOver
  }

  /** Forgets the automatic restarts, because a user asked for the start. */
  resetRestarts(id: string): void {
    this.#restarts.delete(id)
  }

  /**
   * Starts a project in the state Provisioning, after ending the site in `old`.
   * @throws StoreUnavailable, with the project left as it is
   */
  async run(id: string, event: StartReason, old?: FormerSite): Promise<void> {
    const { port } = await readProject(this.#hq.site.engine, id)
    // A port that a start has only now reserved was told to nobody, so another one serves as well.
    const needsPort = event === 'provision' || port === undefined
    for (let tries = 1; ; tries++) {
      try {
        await this.#inPlace(async () => {
          if (old) await this.#endOld(event, old)
          await this.#tryOnce(id, event, needsPort, tries > 1)
        })
        return
      } catch (error) {
        if (this.#isLeaving) return
        if (error instanceof StoreUnavailable) throw error
        const kind = error instanceof HostingFault ? error.kind : 'other'
        if (kind === 'port' && needsPort && tries < maxPortTries) continue
        if (!(error instanceof HostingFault) || event !== 'recover' || !['ended', 'away'].includes(kind)) {
          return this.#fail(id, event, error)
        }
        if (kind === 'ended') {
          await this.#step(id, event, error.detail)
          return this.recover(id, error.detail)
        }
        // HQ started this by itself and can't know whether it is needed, so it waits until the server is back.
        if (tries === 1) await this.#step(id, event, error.detail)
        await this.#pause(this.#hq.timing.awayPause)
      }
    }
  }

  /**
   * Runs `start` once it has a place. After `placeTimeout`, a hung start goes on without its place, so that it delays
   * no other.
   */
  async #inPlace(start: () => Promise<void>): Promise<void> {
    let started: Promise<void> | undefined
    await this.#starters.run(async () => {
      const over = new AbortController()
      started = start().finally(() => over.abort())
      const timeout = wait(this.#hq.timing.placeTimeout, undefined, { signal: over.signal })
      await Promise.race([started, timeout]).catch(() => undefined)
    })
    await started
  }

  /** @throws HostingFault */
  async #endOld(event: StartReason, { driver: name, spec }: FormerSite): Promise<void> {
    const driver = driverFor(this.#hq, name)
    if (event !== 'restart' || !driver.restart) await driver.stop(spec, this.#hq.timing.stopGrace)
  }

  /** @throws HostingFault */
  async #tryOnce(id: string, event: StartReason, needsPort: boolean, needsOtherPort: boolean): Promise<void> {
    if (this.#isLeaving) return
    const known = await readProject(this.#hq.site.engine, id)
    const project = needsPort ? await this.#reserve(known, event, needsOtherPort) : known
    const isNew = event === 'provision' || project.startedAt === undefined
    const spec = await readSpec(this.#hq, isNew ? { ...project, startedAt: undefined } : project)
    if (!spec) return
    const driver = driverFor(this.#hq, project.driver)
    await driver.prepare(spec, isNew)
    await this.#step(id, event, { text: 'The configuration is written.' })
    const report = (message: Message) => this.#step(id, event, message)
    const site = await (event === 'restart' && driver.restart
      ? driver.restart(spec, report)
      : driver.start(spec, report))
    if (this.#isLeaving) {
      site.letGo()
      if (!driver.outlivesHq) await driver.stop(spec, this.#hq.timing.leaveGrace)
    } else await this.running(project, spec, site, { text: 'The site answers at {0}.', args: [urlOf(spec)] })
  }

  async #reserve(project: Project, event: StartReason, needsOther: boolean): Promise<Project> {
    const server = await readServer(this.#hq.site.engine, project.server)
    const port = await reservePort(this.#hq, server, project, needsOther)
    const url = stagingUrl(this.#hq.site, server, project.id, port)
    return changeState(this.#hq, this.#system, project.id, {
      from: ['Provisioning'],
      to: 'Provisioning',
      event,
      message: server.cluster
        ? { text: 'The name {0} is reserved.', args: [new URL(url).host] }
        : { text: 'Port {0} is reserved.', args: [String(port)] },
      values: { port, driver: server.driver, staging_url: url },
    })
  }

  async #step(id: string, event: string, message: Message): Promise<void> {
    const status = 'Provisioning'
    const { engine } = this.#hq.site
    await engine.store.write((tx) =>
      noteEvent(this.#hq, this.#system, tx, { project: id, event, from: status, to: status, message }),
    )
  }

  /** Notes that the project runs, and hands its site over. @throws StoreUnavailable */
  async running(project: Project, spec: SiteSpec, site: StartedSite, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    const now = engine.clock.nowUtc()
    try {
      await changeState(this.#hq, this.#system, project.id, {
        from: ['Provisioning', 'Failed', 'Running'],
        to: 'Running',
        event: 'healthy',
        message,
        values: {
          staging_url: urlOf(spec),
          version: site.version,
          started_at: utcText(site.startedAt),
          last_health: now,
          last_error: null,
        },
      })
    } catch (error) {
      site.letGo()
      throw error
    }
    this.#handOver(project, spec, site)
  }

  /**
   * Restarts the site after a pause that grows each time; fails the project after too many restarts in a short time.
   * `end` says how the site last ended.
   */
  async recover(id: string, end: Message): Promise<void> {
    const { backOff, restartWindow } = this.#hq.timing
    const now = performance.now()
    const recent = (this.#restarts.get(id) ?? []).filter((at) => now - at < restartWindow)
    const pause = backOff[recent.length]
    if (pause === undefined) {
      return this.#fail(id, 'recover', new HostingFault({ prefix: end, text: 'This happened again and again.' }))
    }
    this.#restarts.set(id, [...recent, now])
    await this.#pause(pause)
    if (this.#isLeaving) return
    const { restarts } = await readProject(this.#hq.site.engine, id)
    await changeState(this.#hq, this.#system, id, {
      from: ['Provisioning'],
      to: 'Provisioning',
      event: 'recover',
      message: { text: 'Restart {0} of {1}', args: [recent.length + 1, backOff.length] },
      values: { restarts: restarts + 1 },
    })
    await this.run(id, 'recover')
  }

  async #fail(id: string, event: string, error: unknown): Promise<void> {
    const { site } = this.#hq
    site.logs.error.error({ err: error, project: id }, 'a project failed')
    const message: Message =
      error instanceof HostingFault ? error.detail : { text: 'Something went wrong while the site was started.' }
    const project = await readProject(site.engine, id)
    // End a half-started site.
    const spec = await readSpec(this.#hq, project).catch(() => undefined)
    if (spec) await this.#endHalfStarted(project, spec)
    const values = { last_error: encodeSentence(message) }
    await changeState(this.#hq, this.#system, id, { from: ['Provisioning'], to: 'Failed', event, message, values })
  }

  /** Logs a failed stop: the project must not stay unfinished because of it. */
  async #endHalfStarted({ id, driver }: Project, spec: SiteSpec): Promise<void> {
    try {
      await this.#hq.drivers.get(driver)?.stop(spec, this.#hq.timing.stopGrace)
    } catch (error) {
      this.#hq.site.logs.error.error({ err: error, project: id }, 'a half-started site could not be ended')
    }
  }

  get #isLeaving(): boolean {
    return this.#leaving.aborted
  }

  get #system(): Context {
    return systemContext(this.#hq.site.engine)
  }

  #pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const signal = this.#leaving
      const timer = setTimeout(done, millis)
      signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
    })
  }
}

const urlOf = ({ config }: SiteSpec) => String(config.public_url)
