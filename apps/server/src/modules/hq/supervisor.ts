import type { Message } from '@tavla/contract'
import { systemContext } from '../../entity/index.ts'
import type { Context } from '../../entity/types.ts'
import { Crew, KeyedLock } from '../../files/locks.ts'
import { HostingFault, type SiteHealth, type SiteInfo, type SiteSpec, type StartedSite } from '../../hosting/driver.ts'
import { withLoopbackForms } from '../../origins.ts'
import { HealthRound } from './health.ts'
import { driverFor, type Hq, say } from './hq.ts'
import { Removals } from './removals.ts'
import { requireRoom, reservePort } from './reserve.ts'
import { type Project, type ProjectStatus, readProject, readProjects, readServer } from './rows.ts'
import { siteSpec, stagingUrl } from './site-spec.ts'
import { changeState, noteEvent } from './transitions.ts'

/** A project whose site runs. */
export interface Kept {
  id: string
  spec: SiteSpec
  driver: string
  site: StartedSite
  checked: { at: number; health: SiteHealth } | undefined
  misses: number
}

/** Why a site is being brought up. */
type Coming = 'provision' | 'start' | 'restart' | 'recover'

/** How often a new port is looked for when somebody was quicker to take the one that was free. */
const portTries = 5

/**
 * Keeps every project in the state that was asked for (contract 6.1): one action at a time for each, one way of changing
 * state. What it knows of the running is in memory; what must outlive it is in the records and beside the sites.
 */
export class Supervisor {
  /** Folders of projects that were deleted. */
  readonly removals: Removals
  readonly #hq: Hq
  readonly #kept = new Map<string, Kept>()
  /** One action at a time for each project. */
  readonly #turns = new KeyedLock()
  /** Starting is work for a processor, so not all start at once. */
  readonly #starters = new Crew(2, Number.POSITIVE_INFINITY)
  readonly #underWay = new Set<Promise<void>>()
  readonly #restarts = new Map<string, number[]>()
  readonly #leaving = new AbortController()
  readonly #health: HealthRound
  #isOpen = false

  constructor(hq: Hq) {
    this.#hq = hq
    this.removals = new Removals(hq)
    this.#health = new HealthRound(hq, this.#kept, (kept) => this.#giveUpOn(kept))
  }

  /** Takes over what still runs, and brings up what should run. */
  async open(): Promise<void> {
    this.#isOpen = true
    this.#health.start()
    this.removals.start()
    const projects = await readProjects(this.#hq.site.engine)
    for (const { stagingUrl } of projects) this.#showOrigin(stagingUrl)
    for (const project of projects) this.#inBackground(this.#resume(project))
  }

  /** Ends every site in order, within `leavePatience`; the records keep what should run. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    this.#health.stop()
    this.removals.stop()
    for (const driver of this.#hq.drivers.values()) driver.close()
    const projects = await readProjects(this.#hq.site.engine)
    const { leavePatience } = this.#hq.timing
    await Promise.all(
      projects.map(async (project) => {
        const spec = await this.#specOf(project).catch(() => undefined)
        if (spec) await this.#hq.drivers.get(project.driver)?.stop(spec, leavePatience)
      }),
    )
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** A record was made. Before HQ listens, `open` will find it. */
  created(id: string): void {
    if (this.#isOpen && !this.#isLeaving) this.#inBackground(this.provision(id, this.#system).then(() => undefined))
  }

  /** A record was deleted. */
  deleted(id: string): void {
    this.#inBackground(this.#turn(id, () => this.removals.finish(id)))
  }

  provision(id: string, ctx: Context): Promise<ProjectStatus> {
    return this.#turn(id, async () => {
      await requireRoom(this.#hq, await readProject(this.#hq.site.engine, id))
      return this.#begin(ctx, id, ['Created', 'Failed'], 'provision')
    })
  }

  start(id: string, ctx: Context): Promise<ProjectStatus> {
    return this.#turn(id, () => this.#begin(ctx, id, ['Stopped', 'Failed'], 'start'))
  }

  restart(id: string, ctx: Context): Promise<ProjectStatus> {
    return this.#turn(id, () => this.#begin(ctx, id, ['Running'], 'restart'))
  }

  stop(id: string, ctx: Context): Promise<ProjectStatus> {
    return this.#turn(id, async () => {
      // Asked for before it is done, so that HQ finishes it should it be killed in between.
      const asked = { from: ['Running'], to: 'Running', event: 'stop', values: { desired_state: 'Stopped' } } as const
      const project = await changeState(this.#hq, ctx, id, asked)
      return this.#finishStop(project, ctx)
    })
  }

  /** The site of a running project. */
  runningSite(id: string): Kept | undefined {
    return this.#kept.get(id)
  }

  /** Asks a running site what it holds; undefined when it doesn't run or doesn't answer. */
  async infoOf(id: string): Promise<{ info: SiteInfo; health: SiteHealth } | undefined> {
    const kept = this.#kept.get(id)
    if (!kept) return undefined
    try {
      const [info, health] = await Promise.all([kept.site.info(), kept.site.health()])
      kept.checked = { at: Date.now(), health }
      return { info, health }
    } catch {
      return undefined
    }
  }

  /** Resolves once nothing is under way any more, for tests. */
  async settled(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  get #isLeaving(): boolean {
    return this.#leaving.signal.aborted
  }

  get #system(): Context {
    return systemContext(this.#hq.site.engine)
  }

  #turn<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#turns.run(id, work)
  }

  #inBackground(work: Promise<void>): void {
    const watched = work
      .catch((error: unknown) => this.#hq.site.logs.error.error({ err: error }, 'supervisor'))
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  async #resume(project: Project): Promise<void> {
    const { id, status, desiredState } = project
    if (status === 'Created' && !project.autoProvision) return
    if (status === 'Created') return void (await this.provision(id, this.#system))
    if (desiredState !== 'Running') {
      if (isOneOf(status, ['Running', 'Provisioning']))
        await this.#turn(id, () => this.#finishStop(project, this.#system))
      return
    }
    const spec = await this.#specOf(project)
    const site =
      spec &&
      (await this.#hq.drivers
        .get(project.driver)
        ?.adopt(spec)
        .catch(() => undefined))
    if (this.#isLeaving) return
    if (spec && site) return this.#adopted(project, spec, site)
    const states: ProjectStatus[] = ['Running', 'Provisioning', 'Failed']
    await this.#turn(id, () => this.#begin(this.#system, id, states, 'start', { text: 'HQ has started.' }))
  }

  async #adopted(project: Project, spec: SiteSpec, site: StartedSite): Promise<void> {
    const { id, status } = project
    await driverFor(this.#hq, project.driver).prepare(spec)
    await site.allowOrigins(withLoopbackForms(this.#hq.site.config.publicUrl))
    if (status !== 'Running') {
      const message: Message = { text: 'HQ found the site running.' }
      await this.#running(project, spec, site, message)
    } else this.#watch(id, project.driver, spec, site)
  }

  async #begin(
    ctx: Context,
    id: string,
    from: readonly ProjectStatus[],
    event: Coming,
    message?: Message,
  ): Promise<ProjectStatus> {
    const values = { desired_state: 'Running', last_error: null }
    await changeState(this.#hq, ctx, id, {
      from,
      to: 'Provisioning',
      event,
      values,
      ...(message ? { message } : {}),
    })
    // A person's wish begins anew what HQ had given up.
    this.#restarts.delete(id)
    const kept = this.#kept.get(id)
    this.#kept.delete(id)
    this.#inBackground(this.#bringUp(id, event, kept))
    return 'Provisioning'
  }

  /** From Provisioning to Running or Failed. */
  async #bringUp(id: string, event: Coming, old?: Kept): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#starters.run(async () => {
          if (old) await driverFor(this.#hq, old.driver).stop(old.spec, this.#hq.timing.stopPatience)
          await this.#tryOnce(id, event, tries > 1)
        })
        return
      } catch (error) {
        if (this.#isLeaving) return
        const kind = error instanceof HostingFault ? error.kind : 'other'
        if (kind === 'port' && event === 'provision' && tries < portTries) continue
        if (kind === 'ended' && event === 'recover') return this.#recover(id)
        return this.#fail(id, event, error)
      }
    }
  }

  /** @throws HostingFault */
  async #tryOnce(id: string, event: Coming, needsOtherPort: boolean): Promise<void> {
    if (this.#isLeaving) return
    await this.removals.finish(id)
    const known = await readProject(this.#hq.site.engine, id)
    const needsPort = event === 'provision' || known.port === undefined
    const project = needsPort ? await this.#reserve(known, event, needsOtherPort) : known
    const spec = await this.#specOf(project)
    if (!spec) return
    const driver = driverFor(this.#hq, project.driver)
    await driver.prepare(spec)
    await this.#step(id, event, { text: 'The configuration is written.' })
    const site = await driver.start(spec, (message) => this.#step(id, event, message))
    if (this.#isLeaving) await driver.stop(spec, this.#hq.timing.leavePatience)
    else await this.#running(project, spec, site, { text: 'The site answers at {0}.', args: [urlOf(spec)] })
  }

  async #reserve(project: Project, event: Coming, needsOther: boolean): Promise<Project> {
    const server = await readServer(this.#hq.site.engine, project.server)
    const port = await reservePort(this.#hq, server, project, needsOther)
    return changeState(this.#hq, this.#system, project.id, {
      from: ['Provisioning'],
      to: 'Provisioning',
      event,
      message: { text: 'Port {0} is reserved.', args: [String(port)] },
      values: { port, driver: server.driver, staging_url: stagingUrl(this.#hq.site, server, port) },
    })
  }

  async #step(id: string, event: string, message: Message): Promise<void> {
    const status = 'Provisioning'
    const { engine } = this.#hq.site
    await engine.store.write((tx) =>
      noteEvent(this.#hq, this.#system, tx, { project: id, event, from: status, to: status, message }),
    )
  }

  async #running(project: Project, spec: SiteSpec, site: StartedSite, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    const now = engine.clock.nowUtc()
    await changeState(this.#hq, this.#system, project.id, {
      from: ['Provisioning', 'Failed', 'Running'],
      to: 'Running',
      event: 'healthy',
      message,
      values: {
        staging_url: urlOf(spec),
        version: site.version,
        started_at: new Date(site.startedAt).toISOString().replace('T', ' ').replace('Z', '000'),
        last_health: now,
        last_error: null,
      },
    })
    this.#showOrigin(urlOf(spec))
    this.#watch(project.id, project.driver, spec, site)
  }

  #watch(id: string, driver: string, spec: SiteSpec, site: StartedSite): void {
    const kept: Kept = { id, spec, driver, site, checked: undefined, misses: 0 }
    this.#kept.set(id, kept)
    void site.ended.then(() => {
      // Whoever stops it takes it out first.
      if (this.#kept.get(id) !== kept || this.#isLeaving) return
      this.#kept.delete(id)
      this.#inBackground(this.#turn(id, () => this.#ended(id)))
    })
  }

  async #ended(id: string): Promise<void> {
    const { engine } = this.#hq.site
    const project = await readProject(engine, id)
    if (this.#isLeaving || project.status !== 'Running') return
    await changeState(this.#hq, this.#system, id, {
      from: ['Running'],
      to: 'Provisioning',
      event: 'ended',
      message: { text: 'The site ended by itself.' },
    })
    this.#inBackground(this.#recover(id))
  }

  /** Another try after a pause that grows; after too many in a short time the project has failed. */
  async #recover(id: string): Promise<void> {
    const { backOff, restartWindow } = this.#hq.timing
    const now = Date.now()
    const recent = (this.#restarts.get(id) ?? []).filter((at) => now - at < restartWindow)
    const pause = backOff[recent.length]
    if (pause === undefined) {
      return this.#fail(id, 'recover', new HostingFault({ text: 'The site ended by itself again and again.' }))
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
    await this.#bringUp(id, 'recover')
  }

  /** A hanging site is ended, which is then noticed like any other end. */
  async #giveUpOn(kept: Kept): Promise<void> {
    this.#hq.site.logs.server.warn({ project: kept.id }, 'a site does not answer and is ended')
    await driverFor(this.#hq, kept.driver).stop(kept.spec, 0)
  }

  async #finishStop({ id }: Project, ctx: Context): Promise<ProjectStatus> {
    const project = await readProject(this.#hq.site.engine, id)
    const spec = await this.#specOf(project)
    this.#kept.delete(id)
    if (spec) await driverFor(this.#hq, project.driver).stop(spec, this.#hq.timing.stopPatience)
    if (this.#isLeaving) return project.status
    const from: ProjectStatus[] = ['Running', 'Provisioning']
    await changeState(this.#hq, ctx, id, { from, to: 'Stopped', event: 'stopped', values: { last_error: null } })
    return 'Stopped'
  }

  async #fail(id: string, event: string, error: unknown): Promise<void> {
    const { site } = this.#hq
    site.logs.error.error({ err: error, project: id }, 'a project failed')
    const message: Message =
      error instanceof HostingFault ? error.detail : { text: 'Something went wrong while the site was started.' }
    const project = await readProject(site.engine, id)
    // What half runs may not stay.
    const spec = await this.#specOf(project).catch(() => undefined)
    if (spec) await this.#hq.drivers.get(project.driver)?.stop(spec, this.#hq.timing.stopPatience)
    const values = { last_error: say(this.#hq, message) }
    await changeState(this.#hq, this.#system, id, { from: ['Provisioning'], to: 'Failed', event, message, values })
  }

  async #specOf(project: Project): Promise<SiteSpec | undefined> {
    const { port } = project
    if (port === undefined) return undefined
    const server = await readServer(this.#hq.site.engine, project.server)
    return siteSpec(this.#hq, server, { ...project, port })
  }

  #showOrigin(url: string | undefined): void {
    if (url === undefined) return
    for (const origin of withLoopbackForms(url)) this.#hq.site.pageOrigins.add(origin)
  }

  #pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const { signal } = this.#leaving
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

const isOneOf = (status: ProjectStatus, states: readonly ProjectStatus[]) => states.includes(status)
