import type { Message } from '@tavla/contract'
import { systemContext } from '../../entity/index.ts'
import type { Context } from '../../entity/types.ts'
import { KeyedLock } from '../../files/locks.ts'
import type { SiteHealth, SiteInfo, SiteSpec, StartedSite } from '../../hosting/driver.ts'
import { withLoopbackForms } from '../../origins.ts'
import { BringUp, type Coming } from './bring-up.ts'
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
}

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
  readonly #underWay = new Set<Promise<void>>()
  readonly #leaving = new AbortController()
  readonly #health: HealthRound
  readonly #bringUp: BringUp
  #isOpen = false

  constructor(hq: Hq) {
    this.#hq = hq
    this.removals = new Removals(hq)
    this.#bringUp = new BringUp(hq, this.removals, this.#leaving.signal, (project, spec, site) =>
      this.#watch(project, spec, site),
    )
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
        const spec = await readSpec(this.#hq, project).catch(() => undefined)
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
    const spec = await readSpec(this.#hq, project)
    const site =
      spec &&
      (await this.#hq.drivers
        .get(project.driver)
        ?.adopt(spec)
        .catch(() => undefined))
    if (this.#isLeaving) return
    if (spec && site) return this.#adopted(project, spec, site)
    const states: ProjectStatus[] = ['Running', 'Provisioning', 'Failed']
    // One that never answered is still being made ready, and may get another port.
    const event = project.startedAt === undefined ? 'provision' : 'start'
    await this.#turn(id, () => this.#begin(this.#system, id, states, event, { text: 'HQ has started.' }))
  }

  async #adopted(project: Project, spec: SiteSpec, site: StartedSite): Promise<void> {
    await driverFor(this.#hq, project.driver).prepare(spec)
    await site.allowOrigins(withLoopbackForms(this.#hq.site.config.publicUrl))
    if (project.status !== 'Running') {
      const message: Message = { text: 'HQ found the site running.' }
      await this.#bringUp.running(project, spec, site, message)
    } else this.#watch(project, spec, site)
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
    this.#bringUp.forgive(id)
    const kept = this.#kept.get(id)
    this.#kept.delete(id)
    this.#inBackground(this.#bringUp.run(id, event, kept))
    return 'Provisioning'
  }

  #watch({ id, driver }: Project, spec: SiteSpec, site: StartedSite): void {
    this.#showOrigin(String(spec.config.public_url))
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
    this.#inBackground(this.#bringUp.recover(id))
  }

  /** A hanging site is ended, which is then noticed like any other end. */
  async #giveUpOn(kept: Kept): Promise<void> {
    this.#hq.site.logs.server.warn({ project: kept.id }, 'a site does not answer and is ended')
    await driverFor(this.#hq, kept.driver).stop(kept.spec, 0)
  }

  async #finishStop({ id }: Project, ctx: Context): Promise<ProjectStatus> {
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

const isOneOf = (status: ProjectStatus, states: readonly ProjectStatus[]) => states.includes(status)
