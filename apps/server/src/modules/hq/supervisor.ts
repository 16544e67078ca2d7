import { type Message, notPossibleNow } from '@tavla/contract'
import { type Context, deleteRecord, systemContext } from '../../entity/index.ts'
import { KeyedLock } from '../../ground/locks.ts'
import { withLoopbackForms } from '../../ground/origins.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { HostingFault, type SiteHealth, type SiteInfo, type SiteSpec, type StartedSite } from '../../hosting/driver.ts'
import { type SiteEnd, withEnd } from '../../hosting/site-end.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { BringUp, type FormerSite, type StartReason } from './bring-up.ts'
import { isConfigDue } from './due-config.ts'
import { HealthRound } from './health.ts'
import { driverFor, type Hq } from './hq.ts'
import { answerInTime, type Removal, Removals } from './removals.ts'
import { requireRoom } from './reserve.ts'
import { type Project, type ProjectStatus, readProject, readProjects } from './rows.ts'
import { readSpec } from './site-spec.ts'
import { changeState } from './transitions.ts'

/** A project whose site runs. */
export interface RunningSite {
  id: string
  spec: SiteSpec
  driver: string
  /** The specification with which HQ started it; absent for a site that ran before. */
  began?: SiteSpec | undefined
  site: StartedSite
  checked: { at: number; health: SiteHealth } | undefined
  misses: number
  /** HQ ends the site because it doesn't answer. */
  isGivenUp?: boolean
}

/**
 * Keeps every project in its desired state (reference: hosting, Project states), with one action at a time for each
 * project. It keeps running sites in memory; records and the sites' folders hold everything that must survive a restart
 * of HQ.
 */
export class Supervisor {
  readonly #hq: Hq
  readonly #running = new Map<string, RunningSite>()
  /** Starts under way, by project. */
  readonly #starting = new Map<string, Promise<void>>()
  /** One action at a time for each project. */
  readonly #turns = new KeyedLock()
  readonly #deletions = new KeyedLock()
  readonly #backgroundWork = new Set<Promise<void>>()
  readonly #leaving = new AbortController()
  readonly #health: HealthRound
  readonly #bringUp: BringUp
  readonly #removals: Removals
  #isOpen = false
  /** Called for every project whose site starts to run. */
  onRunning: (id: string) => void = () => {}
  /** Called before a project is brought to its state; true when other work of this process will do that. */
  beforeResume: (id: string) => Promise<boolean> = async () => false
  /** Takes the backup that a project leaves behind; false when none can be made. */
  takeFinal: (ctx: Context, id: string) => Promise<boolean> = async () => false

  constructor(hq: Hq) {
    this.#hq = hq
    this.#removals = new Removals(hq, {
      takeFinal: (ctx, id) => this.takeFinal(ctx, id),
      turn: (id, work) => this.#turn(id, work),
    })
    this.#bringUp = new BringUp(hq, this.#leaving.signal, (project, spec, site) =>
      this.#watch(project, spec, site, spec),
    )
    this.#health = new HealthRound(hq, this.#running, (running) => this.#giveUpOn(running))
  }

  /** Takes over running sites, and starts those that should run. */
  async open(): Promise<void> {
    this.#isOpen = true
    this.#health.start()
    this.#removals.start()
    const projects = await readProjects(this.#hq.site.engine)
    for (const { stagingUrl } of projects) this.#addPageOrigin(stagingUrl)
    for (const { id } of projects) this.#inBackground(id, () => this.#resume(id))
  }

  /** Stops every site within `leaveGrace`; the records keep the desired states. */
  async leave(): Promise<void> {
    this.#leaving.abort()
    // An HQ that could not listen has taken over no site.
    if (!this.#isOpen) return
    this.#health.stop()
    this.#removals.stop()
    for (const driver of this.#hq.drivers.values()) driver.close()
    const projects = await readProjects(this.#hq.site.engine)
    const { leaveGrace } = this.#hq.timing
    await Promise.all(
      projects.map(async (project) => {
        const driver = this.#hq.drivers.get(project.driver)
        if (!driver || driver.outlivesHq) return
        const spec = await readSpec(this.#hq, project).catch(() => undefined)
        if (spec) await driver.stop(spec, leaveGrace)
      }),
    )
    while (this.#backgroundWork.size > 0) await Promise.all(this.#backgroundWork)
  }

  /** Starts a new project. Before HQ listens it does nothing, because `open` finds the record. */
  created(id: string): void {
    if (this.#isOpen && !this.#isLeaving) this.#inBackground(id, () => this.provision(id, this.#system))
  }

  /** Restarts the site of a project whose configuration changed, unless it began with the new one. */
  configured(id: string): void {
    if (this.#isOpen && !this.#isLeaving) this.#inBackground(id, () => this.#turn(id, () => this.#renewConfig(id)))
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
      // Note the request first, so that the next HQ finishes it after a kill.
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

  /**
   * Deletes a project whose record `erase` deletes; undefined for a person when that takes longer than `removalWait`,
   * and it goes on.
   * @throws Problem 409
   */
  remove<T>(id: string, ctx: Context, erase: () => Promise<T>, force: boolean): Promise<T | undefined> {
    const removal: Removal = { force, isAnswered: ctx.system === true }
    const work = this.#deletions.run(id, async () => {
      try {
        return await this.#removals.run(id, ctx, erase, removal)
      } catch (error) {
        if (error instanceof StoreUnavailable && !ctx.system) this.#resumeLater(id)
        throw error
      }
    })
    if (ctx.system) return work
    this.#inBackground(id, () => work.catch(() => undefined))
    return answerInTime(work, removal, this.#hq.timing.removalWait)
  }

  /** Runs `work` while nobody starts, stops or removes the project, and once a start under way is over. */
  apart<T>(id: string, work: () => Promise<T>): Promise<T> {
    return this.#turn(id, async () => {
      await this.#starting.get(id)?.catch(() => undefined)
      return work()
    })
  }

  /** Ends the site of a project in the state Provisioning; for work within `apart`. @throws HostingFault */
  async endSite(id: string): Promise<void> {
    const project = await readProject(this.#hq.site.engine, id)
    const spec = await readSpec(this.#hq, project)
    this.#running.delete(id)
    if (spec) await driverFor(this.#hq, project.driver).stop(spec, this.#hq.timing.stopGrace)
  }

  /**
   * Brings a project whose data were worked on out of the state Provisioning: to the state `former`, because of `fault`,
   * or to the one that it should have.
   */
  settleAfter(id: string, former?: ProjectStatus, fault?: Message): Promise<unknown> {
    return this.#turn(id, async () => {
      const { desiredState } = await readProject(this.#hq.site.engine, id)
      const shouldRun = former === undefined ? desiredState === 'Running' : former === 'Running'
      const runs = this.#running.has(id)
      if (shouldRun && !runs) {
        // An HQ that a command opened starts no site; the next start of HQ does.
        return this.#isOpen ? this.#begin(this.#system, id, ['Provisioning'], 'start') : undefined
      }
      const to = shouldRun ? 'Running' : (former ?? 'Stopped')
      const values = { last_error: fault ? encodeSentence(fault) : null }
      return changeState(this.#hq, this.#system, id, { from: ['Provisioning'], to, event: 'restore', values })
    })
  }

  /** The site of a running project. */
  runningSite(id: string): RunningSite | undefined {
    return this.#running.get(id)
  }

  get runningSites(): readonly RunningSite[] {
    return [...this.#running.values()]
  }

  /** Asks a running site for its info and health; each is undefined when it doesn't run or doesn't answer. */
  async infoOf(id: string): Promise<{ info?: SiteInfo | undefined; health?: SiteHealth | undefined }> {
    const running = this.#running.get(id)
    if (!running) return {}
    const [info, health] = await Promise.all([
      running.site.info().catch(() => undefined),
      running.site.health().catch(() => undefined),
    ])
    running.checked = { at: Date.now(), health: health ?? { ok: false, latencyMs: 0 } }
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

  /** Runs work in the background; resumes the project later if the store or its server was away. */
  #inBackground(id: string, work: () => Promise<unknown>): void {
    const watched = work()
      .then(() => undefined)
      .catch((error: unknown) => {
        this.#hq.site.logs.error.error({ err: error, project: id }, 'supervisor')
        if (error instanceof StoreUnavailable) this.#resumeLater(id)
        else if (isAway(error)) this.#resumeLater(id, this.#hq.timing.awayPause)
      })
      .finally(() => this.#backgroundWork.delete(watched))
    this.#backgroundWork.add(watched)
  }

  #resumeLater(id: string, pause = this.#hq.timing.storePause): void {
    const resume = () => this.#isLeaving || this.#inBackground(id, () => this.#resume(id))
    setTimeout(resume, pause).unref()
  }

  /** Brings record and site into agreement: when HQ starts, and after a time in which HQ could not write. */
  async #resume(id: string): Promise<unknown> {
    const { engine } = this.#hq.site
    const { status, autoProvision } = await readProject(engine, id)
    if (status === 'Removing') return deleteRecord(engine, this.#system, 'Project', id)
    if (status === 'Created' && autoProvision) return this.provision(id, this.#system)
    if (status === 'Created') return this.#turn(id, () => this.beforeResume(id))
    return this.#turn(id, async () => ((await this.beforeResume(id)) ? undefined : this.#reconcile(id)))
  }

  async #reconcile(id: string): Promise<unknown> {
    const project = await readProject(this.#hq.site.engine, id)
    if (project.desiredState !== 'Running') {
      return isOneOf(project.status, ['Running', 'Provisioning']) ? this.#finishStop(id, this.#system) : undefined
    }
    if (this.#running.has(id) || this.#starting.has(id)) return undefined
    const spec = await readSpec(this.#hq, project)
    const driver = this.#hq.drivers.get(project.driver)
    const site = spec && (await driver?.adopt(spec).catch(rethrowAway))
    if (this.#isLeaving) return undefined
    if (spec && site && !isOutdated(project, site)) return this.#adopted(project, spec, site)
    site?.letGo()
    const states: ProjectStatus[] = ['Running', 'Provisioning', 'Failed']
    // A project that never answered is still being provisioned, and may get another port.
    const event = project.startedAt === undefined ? 'provision' : 'start'
    const old = spec && site ? { driver: project.driver, spec } : undefined
    return this.#begin(this.#system, id, states, event, { message: { text: 'HQ has started.' }, old })
  }

  async #adopted(project: Project, spec: SiteSpec, site: StartedSite): Promise<void> {
    // These updates may fail, for example on a full disk; the site runs anyway, so watch it.
    const updates = await Promise.allSettled([
      driverFor(this.#hq, project.driver).prepare(spec, false),
      site.allowOrigins(withLoopbackForms(this.#hq.site.config.publicUrl)),
    ])
    for (const one of updates) {
      if (one.status === 'rejected')
        this.#hq.site.logs.error.error({ err: one.reason, project: project.id }, 'adopting')
    }
    if (project.status === 'Running') return this.#watch(project, spec, site)
    await this.#bringUp.running(project, spec, site, { text: 'HQ found the site running.' })
    // HQ does not know with which configuration the site began.
    const running = this.#running.get(project.id)
    if (running) running.began = undefined
  }

  async #begin(
    ctx: Context,
    id: string,
    from: readonly ProjectStatus[],
    event: StartReason,
    more: { message?: Message; old?: FormerSite | undefined } = {},
  ): Promise<ProjectStatus> {
    const { message, old = this.#running.get(id) } = more
    const values = { desired_state: 'Running', last_error: null }
    await changeState(this.#hq, ctx, id, { from, to: 'Provisioning', event, values, ...(message ? { message } : {}) })
    this.#bringUp.resetRestarts(id)
    this.#running.delete(id)
    this.#runStart(id, () => this.#bringUp.run(id, event, old))
    return 'Provisioning'
  }

  #runStart(id: string, work: () => Promise<void>): void {
    this.#inBackground(id, () => {
      const started = work().finally(() => this.#starting.delete(id))
      this.#starting.set(id, started)
      return started
    })
  }

  #watch({ id, driver }: Project, spec: SiteSpec, site: StartedSite, began?: SiteSpec): void {
    this.#addPageOrigin(String(spec.config.public_url))
    const running: RunningSite = { id, spec, driver, began, site, checked: undefined, misses: 0 }
    this.#running.set(id, running)
    this.onRunning(id)
    this.configured(id)
    if (spec.config.has_records !== true)
      this.#inBackground(id, () => this.#turn(id, () => this.#writeLastingConfig(id)))
    void site.ended.then((end) => {
      // A stop removes it from `#running` first.
      if (this.#running.get(id) !== running || this.#isLeaving) return
      this.#running.delete(id)
      this.#inBackground(id, () => this.#turn(id, () => this.#ended(id, describeEnd(running, end))))
    })
  }

  async #renewConfig(id: string): Promise<void> {
    const running = this.#running.get(id)
    if (!running || this.#isLeaving || !(await isConfigDue(this.#hq, id, running.began))) return
    const { status } = await readProject(this.#hq.site.engine, id)
    if (status === 'Running') await this.#begin(this.#system, id, ['Running'], 'restart')
  }

  /**
   * Rewrites the configuration after the first start: removes the passwords, and requires the site's records to exist
   * from now on.
   */
  async #writeLastingConfig(id: string): Promise<void> {
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
    this.#runStart(id, () => this.#bringUp.recover(id, message))
  }

  /** Kills a hung site, whose end is then noticed like any other. */
  async #giveUpOn(running: RunningSite): Promise<void> {
    this.#hq.site.logs.server.warn({ project: running.id }, 'a site does not answer and is ended')
    running.isGivenUp = true
    await driverFor(this.#hq, running.driver).stop(running.spec, 0)
  }

  async #finishStop(id: string, ctx: Context): Promise<ProjectStatus> {
    const project = await readProject(this.#hq.site.engine, id)
    const spec = await readSpec(this.#hq, project)
    this.#running.delete(id)
    if (spec) await driverFor(this.#hq, project.driver).stop(spec, this.#hq.timing.stopGrace)
    if (this.#isLeaving) return project.status
    const from: ProjectStatus[] = ['Running', 'Provisioning']
    await changeState(this.#hq, ctx, id, { from, to: 'Stopped', event: 'stopped', values: { last_error: null } })
    return 'Stopped'
  }

  #addPageOrigin(url: string | undefined): void {
    if (url === undefined) return
    for (const origin of withLoopbackForms(url)) this.#hq.site.pageOrigins.add(origin)
  }
}

const describeEnd = ({ isGivenUp }: RunningSite, end: SiteEnd | undefined): Message =>
  isGivenUp ? { text: 'The site did not answer any more and was ended.' } : withEnd('The site ended by itself.', end)

/** True for the former process of a project that restarts: it began before the last change of the record. */
const isOutdated = ({ status, modifiedAt }: Project, { startedAt }: StartedSite) =>
  status === 'Provisioning' && startedAt < modifiedAt

/** The server could not be reached, so the state of the site is unknown and the work must be retried. */
const isAway = (error: unknown) => error instanceof HostingFault && error.kind === 'away'

function rethrowAway(error: unknown): undefined {
  if (isAway(error)) throw error
}

const isOneOf = (status: ProjectStatus, states: readonly ProjectStatus[]) => states.includes(status)
