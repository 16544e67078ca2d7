import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadFieldTypes } from '@tavla/fields/server'
import { translateMessage } from '@tavla/i18n'
import type { FastifyInstance } from 'fastify'
import type { SiteConfig } from './config/site-config.ts'
import { bindOldSecrets, type Engine, openEngine, purgeRetired, systemContext } from './entity/index.ts'
import { lockData } from './ground/data-lock.ts'
import { type Logs, openLogs } from './ground/logs.ts'
import { StartError } from './ground/start-error.ts'
import { version } from './ground/version.ts'
import { type ControlServer, openControl } from './hosting/control-server.ts'
import { endHqSessions } from './http/end-hq-sessions.ts'
import { noteRefusedSocket } from './http/security-notes.ts'
import { buildServer } from './http/server.ts'
import { SiteHealth } from './http/site-health.ts'
import { siteInfo } from './http/site-info.ts'
import { attachLive } from './live/index.ts'
import { makeCore } from './modules/core/core.ts'
import type { SecurityLog } from './modules/core/security/security-log.ts'
import { seedDemoUsers } from './modules/core/seeds.ts'
import { SiteTranslations } from './modules/translation/translations.ts'
import { makeModules } from './modules.ts'
import { Outbox } from './outbox/outbox.ts'
import type {
  Accounts,
  Files,
  LinkedSites,
  ReplyRecipients,
  Sessions,
  Site,
  SiteModule,
  Tokens,
  Translations,
} from './site.ts'
import { DataCheck } from './store/data-check.ts'
import { DataKeeper } from './store/data-keeper.ts'
import { DiskReserve } from './store/disk-reserve.ts'
import { StoreOnDisk } from './store/full-disk.ts'
import { openData } from './store/open-data.ts'
import type { Store } from './store/store.ts'

/** A running backend: its data, its server, and how to close it. */
export interface RunningSite {
  readonly site: Site
  readonly server: FastifyInstance
  /** Calls the server without a network, for tests. */
  readonly inject: FastifyInstance['inject']
  /** Opens the port and starts to answer; resolves to the public address. @throws StartError when the port cannot be opened */
  listen(): Promise<string>
  /** Resolves once all background work is done. */
  settled(): Promise<void>
  /** Lets calls under way finish, for at most eight seconds, and closes everything. */
  close(): Promise<void>
}

const stopTimeout = 8000

/**
 * Builds one site: store, engine, modules, seeds of a first start, http and live.
 * @throws StartError with one sentence when its data cannot be opened
 */
export async function createSite(config: SiteConfig, options: SiteParameters = {}): Promise<RunningSite> {
  const unlock = lockData(config.dir)
  const parts = new SiteParts(config)
  let control: ControlServer | undefined
  let keeper: DataKeeper | undefined
  const release = async () => {
    await control?.close()
    unlock()
  }
  try {
    control = await openControlSocket(parts, options.stop ?? (() => {}))
    parts.disk.start()
    const { store, wasCutOff } = await openData(config, {
      isNew: options.isNew ?? false,
      onTaken: (error) => {
        parts.logs.error.fatal({ err: error }, 'the database was taken by another process')
        options.fail?.(error)
      },
    })
    // A database on another server has another disk.
    const isOpening = () => parts.state === 'starting'
    parts.store = config.databaseUrl === undefined ? new StoreOnDisk(store, parts.disk, isOpening) : store
    parts.outbox = makeOutbox(parts)
    const core = makeCore(parts)
    const translations = new SiteTranslations(parts)
    Object.assign(parts, { sessions: core.sessions, accounts: core.accounts, security: core.security, translations })
    const modules = await makeModules(parts, core, translations)
    for (const { provides } of modules) Object.assign(parts, provides)
    parts.engine = await openEngine({
      store: parts.store,
      fieldTypes: await loadFieldTypes(),
      modules,
      keys: config.siteKeys,
    })
    parts.engine.say = async (message, language) =>
      translateMessage(await translations.dictionary(language), message, language)
    await seed(parts, modules, () => seedDemoUsers(core, parts.engine, systemContext(parts.engine)))
    keeper = new DataKeeper(config.dir, parts.store, (error) =>
      parts.logs.error.error({ err: error }, 'the newest state could not be marked'),
    )
    await keeper.begin()
    for (const module of modules) await module.start?.()
    parts.inBackground(purgeRetired(parts.engine))
    parts.inBackground(bindOldSecrets(parts.engine))
    const server = await buildServer({ site: parts, modules, frontEnd: options.frontEnd })
    const live = attachLive({
      httpServer: server.server as Server,
      engine: parts.engine,
      sessions: parts.sessions,
      origins: config,
      report: (error, requestId) => parts.logs.error.error({ err: error, request_id: requestId }, 'live'),
      refuse: (request) => noteRefusedSocket(parts, request),
      say: (problem, language) => parts.engine.say(problem.detail, language),
    })
    parts.outbox.start()
    parts.state = 'running'
    if (wasCutOff) parts.inBackground(parts.check.run(parts.store))
    return running(parts, modules, server, live, keeper, release)
  } catch (error) {
    await keeper?.prepareEnd()
    await parts.store?.close().then(
      () => keeper?.end(),
      () => undefined,
    )
    await parts.disk.stop()
    await parts.logs.close()
    await release()
    throw error
  }
}

export interface SiteParameters {
  /** Folder of the built front end; by default chosen by the site's kind. */
  frontEnd?: string
  /** Stops the site in order; the control socket calls it. */
  stop?: () => void
  /** Starts with an empty site where the records of a used folder are missing. */
  isNew?: boolean
  /** Called with the reason why the site can't go on: another process has taken its database. */
  fail?: (error: StartError) => void
}

/** The parts that http, live and the modules share; `createSite` sets them one after another. */
class SiteParts implements Site {
  readonly config: SiteConfig
  readonly logs: Logs
  readonly disk: DiskReserve
  readonly pageOrigins = new Set<string>()
  store!: Store
  engine!: Engine
  outbox!: Outbox
  sessions!: Sessions
  accounts!: Accounts
  translations!: Translations
  files!: Files
  tokens!: Tokens
  answers!: ReplyRecipients
  linkedSites?: LinkedSites
  security!: SecurityLog
  state: Site['state'] = 'starting'
  readonly health = new SiteHealth(this)
  readonly check: DataCheck
  /** Resolves to the port once the site listens. */
  readonly listening = Promise.withResolvers<number>()
  readonly #underWay = new Set<Promise<unknown>>()
  /** Functions that end the pauses of delayed background work. */
  readonly #paused = new Set<() => void>()

  constructor(config: SiteConfig) {
    this.config = config
    this.logs = openLogs(config.dir, config.logToStdout)
    this.check = new DataCheck(this.logs)
    this.disk = new DiskReserve(config.dir, config.databaseUrl === undefined, (isFull) => {
      const lost = this.logs.hold(isFull)
      if (isFull) this.logs.server.warn(this.disk.room(), 'the disk is full')
      else this.logs.server.info({ ...this.disk.room(), log_lines_lost: lost }, 'the disk has room again')
    })
  }

  inBackground(work: Promise<unknown>): void {
    const watched = work
      .catch((error: unknown) => this.logs.error.error({ err: error }, 'in the background'))
      .finally(() => this.#underWay.delete(watched))
    this.#underWay.add(watched)
  }

  inBackgroundAfter(pause: number, work: () => Promise<unknown>): void {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, pause)
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#paused.add(begin)
    this.inBackground(promise.finally(() => this.#paused.delete(begin)).then(work))
  }

  async settled(): Promise<void> {
    while (this.#underWay.size > 0) {
      for (const begin of this.#paused) begin()
      await Promise.all(this.#underWay)
    }
    await this.security.settled()
  }
}

/** Lets HQ, or another holder of the instance secret, watch and stop this process (reference: hosting, Control socket). */
function openControlSocket(parts: SiteParts, stop: () => void): Promise<ControlServer> {
  const { config } = parts
  const startedAt = Date.now()
  return openControl(config.dir, config.instanceSecret, {
    ready: async () => ({ site: config.siteId, port: await parts.listening.promise, version, startedAt }),
    health: async () => {
      const status = await parts.health.status()
      // A restart does not help a site whose database is away.
      return { ok: status === 'ok' || status === 'database', status }
    },
    info: () => siteInfo(parts),
    end_hq_sessions: (order) => endHqSessions(parts, order),
    allow_origins: (origins) => {
      if (!Array.isArray(origins)) return
      config.allowedOrigins.clear()
      for (const origin of origins) config.allowedOrigins.add(String(origin))
    },
    stop,
  })
}

function makeOutbox(parts: SiteParts): Outbox {
  const outbox = new Outbox({
    store: parts.store,
    logs: parts.logs,
    nowUtc: () => parts.engine.clock.nowUtc(),
    mayReachPeople: () => parts.engine.settings.may_reach_people !== 0,
  })
  return outbox
}

/** Creates the records of a fresh site, once for each app; an app that is added later brings its own then. */
async function seed(parts: SiteParts, modules: readonly SiteModule[], seedDemo: () => Promise<void>): Promise<void> {
  const { engine, store } = parts
  for (const app of ['platform', 'hq', 'sample'] as const) {
    if (!parts.config.apps.includes(app)) continue
    const key = `seeded ${app}`
    if (await store.get(engine.system.getSite.with([key]))) continue
    if (app === 'sample') await seedDemo()
    for (const module of modules) if (module.app === app) await module.seed?.(engine, systemContext(engine))
    await store.write((tx) => tx.run(engine.system.setSite.with([key, engine.clock.nowUtc()])))
  }
}

function running(
  parts: SiteParts,
  modules: readonly SiteModule[],
  server: FastifyInstance,
  live: { close(): Promise<void> },
  keeper: DataKeeper,
  release: () => Promise<void>,
): RunningSite {
  const { config } = parts
  let closing: Promise<void> | undefined
  return {
    site: parts,
    server,
    inject: server.inject.bind(server) as FastifyInstance['inject'],
    async listen() {
      await server.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
        throw cannotListen(config, error)
      })
      const { port } = server.server.address() as AddressInfo
      if (!config.publicUrlGiven) config.publicUrl = `http://localhost:${port}`
      parts.logs.server.info({ site: config.siteId, port, url: config.publicUrl }, 'started')
      parts.listening.resolve(port)
      for (const module of modules) module.listening?.()
      return config.publicUrl
    },
    settled: () => parts.settled(),
    close: () => (closing ??= close()),
  }

  async function close(): Promise<void> {
    parts.state = 'stopping'
    parts.logs.server.info('stopping')
    const leaving = Promise.all(modules.map(async (module) => module.leave?.())).catch((error: unknown) =>
      parts.logs.error.error({ err: error }, 'while leaving'),
    )
    // Mails and messages that are due from here on wait in their rows for the next start.
    const sent = parts.outbox.close()
    await server.drain.begin()
    await live.close()
    await server.drain.finish(server.close(), stopTimeout)
    await leaving
    for (const module of modules) await module.stop?.()
    await sent
    await parts.settled()
    await parts.security.close()
    await keeper.prepareEnd()
    await parts.store.close()
    keeper.end()
    await parts.disk.stop()
    await parts.logs.close()
    await release()
  }
}

function cannotListen(config: SiteConfig, error: NodeJS.ErrnoException): StartError {
  const { host, port } = config
  if (error.code === 'EADDRINUSE') return new StartError(`Port ${port} on ${host} is taken by another program.`)
  if (error.code === 'EACCES') return new StartError(`Port ${port} may not be used by this user.`)
  return new StartError(`The address ${host}, port ${port}, cannot be used (${error.code ?? error.message}).`)
}
