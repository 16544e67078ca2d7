import { type Message, notPossibleNow } from '@tavla/contract'
import { type Context, deleteRecord, systemContext } from '../../entity/index.ts'
import { KeyedLock } from '../../ground/locks.ts'
import { withLoopbackForms } from '../../ground/origins.ts'
import { HostingFault, type SiteHealth, type SiteInfo, type SiteSpec, type StartedSite } from '../../hosting/driver.ts'
import { type SiteEnd, withEnd } from '../../hosting/site-end.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { BringUp, type Coming, type Old } from './bring-up.ts'
import { HealthRound } from './health.ts'
import { driverFor, type Hq } from './hq.ts'
import { Removals } from './removals.ts'
import { requireRoom } from './reserve.ts'
import { type Project, type ProjectStatus, readProject, readProjects } from './rows.ts'
import { readSpec } from './site-spec.ts'
import { changeState } from './transitions.ts'

/** A project whose site runs. */
export interface Kept {
  id: string
  spec: SiteSpec
  driver: string
  site: StartedSite
  checked: { at: number; health: SiteHealth } | undefined
  misses: number
  /** HQ ends it, because it does not answer. */
  isGivenUp?: boolean
}

/**
 * Keeps every project in the state that was asked for (reference: hosting, Project states): one action at a time for
 * each, one way of changing state. What it knows of the running is in memory; what must outlive it is in the records
 * and beside the sites.
 */
export class Supervisor {
  readonly #hq: Hq
  readonly #kept = new Map<string, Kept>()
  /** Those on the way up. */
  readonly #coming = new Set<string>()
  /** One action at a time for each project. */
  readonly #turns = new KeyedLock()
  readonly #underWay = new Set<Promise<void>>()
  readonly #leaving = new AbortController()
  readonly #health: HealthRound
  readonly #bringUp: BringUp
  readonly #removals: Removals
  #isOpen = false
  /** Hears of every project whose site runs from now on. */
  onRunning: (id: string) => void = () => {}

  constructor(hq: Hq) {
    this.#hq = hq
    this.#removals = new Removals(hq)
    this.#bringUp = new BringUp(hq, this.#leaving.signal, (project, spec, site) => this.#watch(project, spec, site))
    this.#health = new HealthRound(hq, this.#kept, (kept) => this.#giveUpOn(kept))
  }

  /** Takes over what still runs, and brings up what should run. */
  async open(): Promise<void> {
    this.#isOpen = true
    this.#health.start()
    this.#removals.start()
    const projects = await readProjects(this.#hq.site.engine)
    for (const { stagingUrl } of projects) this.#showOrigin(stagingUrl)
    for (const { id } of projects) this.#inBackground(id, () => this.#resume(id))
  }

  /** Ends every site in order, within `leavePatience`; the records keep what should run. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    // An HQ that could not listen has taken nobody over.
    if (!this.#isOpen) return
    this.#health.stop()
    this.#removals.stop()
    for (const driver of this.#hq.drivers.values()) driver.close()
    const projects = await readProjects(this.#hq.site.engine)
    const { leavePatience } = this.#hq.timing
    await Promise.all(
      projects.map(async (project) => {
        const driver = this.#hq.drivers.get(project.driver)
        if (!driver || driver.outlivesHq) return
        const spec = await readSpec(this.#hq, project).catch(() => undefined)
        if (spec) await driver.stop(spec, leavePatience)
      }),
    )
    while (this.#underWay.size > 0) await Promise.all(this.#underWay)
  }

  /** A record was made. Before HQ listens, `open` will find it. */
  created(id: string): void {
    if (this.#isOpen && !this.#isLeaving) this.#inBackground(id, () => this.provision(id, this.#system))
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
      await changeState(this.#hq, ctx, id, asked)
      try {
        return await this.#finishStop(id, ctx)
      } catch (error) {
        this.#resumeLater(id)
        throw error instanceof HostingFault ? notPossibleNow(error.detail) : error
      }
    })
  }

  /** Deletes a project whose record `erase` deletes. @throws Problem 409 */
  remove<T>(id: string, ctx: Context, erase: () => Promise<T>): Promise<T> {
    return this.#turn(id, async () => {
      try {
        return await this.#removals.run(id, ctx, erase)
      } catch (error) {
        if (error instanceof StoreUnavailable && !ctx.system) this.#resumeLater(id)
        throw error
      }
    })
  }

  /** The site of a running project. */
  runningSite(id: string): Kept | undefined {
    return this.#kept.get(id)
  }

  /** Asks a running site how it is and what it holds, each undefined when it doesn't run or doesn't answer. */
  async infoOf(id: string): Promise<{ info?: SiteInfo | undefined; health?: SiteHealth | undefined }> {
    const kept = this.#kept.get(id)
    if (!kept) return {}
    const [info, health] = await Promise.all([
      kept.site.info().catch(() => undefined),
      kept.site.health().catch(() => undefined),
    ])
    kept.checked = { at: Date.now(), health: health ?? { ok: false, latencyMs: 0 } }
    return { info, health }
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

  /** Work that nobody waits for. What the store, or a server, was not there for is taken up again once it may be. */
  #inBackground(id: string, work: () => Promise<unknown>): void {
    const watched = work()
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#hq.site.logs.error.error({ err: error, project: id }, 'supervisor')
        if (error instanceof StoreUnavailable) this.#resumeLater(id)
        else if (isAway(error)) this.#resumeLater(id, this.#hq.timing.awayPause)
      })
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  #resumeLater(id: string, pause = this.#hq.timing.storePause): void {
    const resume = () => this.#isLeaving || this.#inBackground(id, () => this.#resume(id))
    setTimeout(resume, pause).unref()
  }

  /** Brings record and reality together: when HQ starts, and after a time in which nothing could be noted. */
  async #resume(id: string): Promise<unknown> {
    const { engine } = this.#hq.site
    const { status, autoProvision } = await readProject(engine, id)
    if (status === 'Removing') return deleteRecord(engine, this.#system, 'Project', id)
    if (status === 'Created') return autoProvision ? this.provision(id, this.#system) : undefined
    return this.#turn(id, () => this.#reconcile(id))
  }

  async #reconcile(id: string): Promise<unknown> {
    const project = await readProject(this.#hq.site.engine, id)
    if (project.desiredState !== 'Running') {
      return isOneOf(project.status, ['Running', 'Provisioning']) ? this.#finishStop(id, this.#system) : undefined
    }
    if (this.#kept.has(id) || this.#coming.has(id)) return undefined
    const spec = await readSpec(this.#hq, project)
    const driver = this.#hq.drivers.get(project.driver)
    const site = spec && (await driver?.adopt(spec).catch(unlessAway))
    if (this.#isLeaving) return undefined
    if (spec && site && !isOutdated(project, site)) return this.#adopted(project, spec, site)
    site?.letGo()
    const states: ProjectStatus[] = ['Running', 'Provisioning', 'Failed']
    // One that never answered is still being made ready, and may get another port.
    const event = project.startedAt === undefined ? 'provision' : 'start'
    const old = spec && site ? { driver: project.driver, spec } : undefined
    return this.#begin(this.#system, id, states, event, { message: { text: 'HQ has started.' }, old })
  }

  async #adopted(project: Project, spec: SiteSpec, site: StartedSite): Promise<void> {
    // What it is told anew may fail, on a full disk say: it runs all the same, and is watched.
    const told = await Promise.allSettled([
      driverFor(this.#hq, project.driver).prepare(spec, false),
      site.allowOrigins(withLoopbackForms(this.#hq.site.config.publicUrl)),
    ])
    for (const one of told) {
      if (one.status === 'rejected')
        this.#hq.site.logs.error.error({ err: one.reason, project: project.id }, 'adopting')
    }
    if (project.status === 'Running') return this.#watch(project, spec, site)
    await this.#bringUp.running(project, spec, site, { text: 'HQ found the site running.' })
  }

  async #begin(
    ctx: Context,
    id: string,
    from: readonly ProjectStatus[],
    event: Coming,
    more: { message?: Message; old?: Old | undefined } = {},
  ): Promise<ProjectStatus> {
    const { message, old = this.#kept.get(id) } = more
    const values = { desired_state: 'Running', last_error: null }
    await changeState(this.#hq, ctx, id, { from, to: 'Provisioning', event, values, ...(message ? { message } : {}) })
    this.#bringUp.forgive(id)
    this.#kept.delete(id)
    this.#bring(id, () => this.#bringUp.run(id, event, old))
    return 'Provisioning'
  }

  #bring(id: string, work: () => Promise<void>): void {
    this.#coming.add(id)
    this.#inBackground(id, () => work().finally(() => this.#coming.delete(id)))
  }

  #watch({ id, driver }: Project, spec: SiteSpec, site: StartedSite): void {
    this.#showOrigin(String(spec.config.public_url))
    const kept: Kept = { id, spec, driver, site, checked: undefined, misses: 0 }
    this.#kept.set(id, kept)
    this.onRunning(id)
    if (spec.config.has_records !== true) this.#inBackground(id, () => this.#turn(id, () => this.#tellLasting(id)))
    void site.ended.then((end) => {
      // Whoever stops it takes it out first.
      if (this.#kept.get(id) !== kept || this.#isLeaving) return
      this.#kept.delete(id)
      this.#inBackground(id, () => this.#turn(id, () => this.#ended(id, howItEnded(kept, end))))
    })
  }

  /** After its first start: the passwords go out of its configuration, and from now on its records have to be there. */
  async #tellLasting(id: string): Promise<void> {
    const project = await readProject(this.#hq.site.engine, id)
    if (this.#isLeaving || project.status !== 'Running') return
    const spec = await readSpec(this.#hq, project)
    if (spec) await driverFor(this.#hq, project.driver).prepare(spec, false)
  }

  async #ended(id: string, message: Message): Promise<void> {
    const { engine } = this.#hq.site
    const project = await readProject(engine, id)
    if (this.#isLeaving || project.status !== 'Running') return
    await changeState(this.#hq, this.#system, id, {
      from: ['Running'],
      to: 'Provisioning',
      event: 'ended',
      message,
    })
    this.#bring(id, () => this.#bringUp.recover(id, message))
  }

  /** A hanging site is ended, which is then noticed like any other end. */
  async #giveUpOn(kept: Kept): Promise<void> {
    this.#hq.site.logs.server.warn({ project: kept.id }, 'a site does not answer and is ended')
    kept.isGivenUp = true
    await driverFor(this.#hq, kept.driver).stop(kept.spec, 0)
  }

  async #finishStop(id: string, ctx: Context): Promise<ProjectStatus> {
    const project = await readProject(this.#hq.site.engine, id)
    const spec = await readSpec(this.#hq, project)
    this.#kept.delete(id)
    if (spec) await driverFor(this.#hq, project.driver).stop(spec, this.#hq.timing.stopPatience)
    if (this.#isLeaving) return project.status
    const from: ProjectStatus[] = ['Running', 'Provisioning']
    await changeState(this.#hq, ctx, id, { from, to: 'Stopped', event: 'stopped', values: { last_error: null } })
    return 'Stopped'
  }

  #showOrigin(url: string | undefined): void {
    if (url === undefined) return
    for (const origin of withLoopbackForms(url)) this.#hq.site.pageOrigins.add(origin)
  }
}

const howItEnded = ({ isGivenUp }: Kept, end: SiteEnd | undefined): Message =>
  isGivenUp ? { text: 'The site did not answer any more and was ended.' } : withEnd('The site ended by itself.', end)

/** Still the process from before: it began earlier than what its record was told last, a restart. */
const isOutdated = ({ status, modifiedAt }: Project, { startedAt }: StartedSite) =>
  status === 'Provisioning' && startedAt < modifiedAt

/** Its server could not be reached, so that nothing is known: what was to be done is tried again. */
const isAway = (error: unknown) => error instanceof HostingFault && error.kind === 'away'

function unlessAway(error: unknown): undefined {
  if (isAway(error)) throw error
}

const isOneOf = (status: ProjectStatus, states: readonly ProjectStatus[]) => states.includes(status)
