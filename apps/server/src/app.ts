import type { Server } from 'node:http'
import { loadFieldTypes } from '@tavla/fields/server'
import { dictionaryWithin, translateMessage } from '@tavla/i18n'
import { Background } from './app/background.ts'
import { openControlSocket } from './app/control.ts'
import { makeModules, providedBy } from './app/modules.ts'
import { type RunningSite, runningSite } from './app/running-site.ts'
import { seedSite } from './app/seed.ts'
import { settleRestored } from './app/settle-restored.ts'
import { readRestoredMark } from './config/restored-mark.ts'
import { makeSiteFolders, type SiteConfig } from './config/site-config.ts'
import { bindOldSecrets, openEngine } from './entity/index.ts'
import { lockData } from './ground/data-lock.ts'
import { type Logs, openLogs } from './ground/logs.ts'
import type { StartError } from './ground/start-error.ts'
import type { ControlServer } from './hosting/control-server.ts'
import { noteRefusedSocket } from './http/security-notes.ts'
import { buildServer } from './http/server.ts'
import { SiteHealth } from './http/site-health.ts'
import { attachLive } from './live/index.ts'
import { Outbox } from './outbox/outbox.ts'
import { AllowedRecipients } from './outbox/reach.ts'
import type { Site, SiteModule } from './site.ts'
import { DataCheck } from './store/data-check.ts'
import { DataKeeper } from './store/data-keeper.ts'
import { DiskReserve } from './store/disk-reserve.ts'
import { StoreOnDisk } from './store/full-disk.ts'
import { openData } from './store/open-data.ts'

export type { RunningSite } from './app/running-site.ts'

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

/**
 * Builds one site: store, engine, modules, seeds of a first start, http and live.
 * @throws StartError with one sentence when its data cannot be opened
 */
export function createSite(config: SiteConfig, options: SiteParameters = {}): Promise<RunningSite> {
  return orClose((ending) => openSite(config, options, ending))
}

/** A site that only its control socket reaches. */
export interface QuietSite {
  readonly site: Site
  close(): Promise<void>
}

/**
 * Opens the records of a site with its modules, and nothing that works by itself: no port, no call out, no message, no
 * look into a mailbox, no clockwork (reference: hosting, Quiet sites).
 * @throws StartError with one sentence when its data cannot be opened
 */
export function createQuietSite(config: SiteConfig, options: SiteParameters = {}): Promise<QuietSite> {
  return orClose(async (ending) => {
    const { site, life, listening } = await openParts(config, options, ending)
    life.state = 'running'
    listening.resolve(0)
    return { site, close: () => ending.disposeAsync() }
  })
}

async function orClose<T>(open: (ending: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const ending = new AsyncDisposableStack()
  try {
    return await open(ending)
  } catch (error) {
    await ending.disposeAsync().catch(() => undefined)
    throw error
  }
}

/** The parts of a site that work only when they are asked. */
interface OpenedParts {
  site: Site
  modules: readonly SiteModule[]
  outbox: Outbox
  background: Background
  check: DataCheck
  life: Pick<Site, 'state'> & { state: Site['state'] }
  /** Of the port. */
  listening: PromiseWithResolvers<number>
  wasCutOff: boolean
}

/**
 * Builds each part from the parts above it; `ending` closes them in the opposite order. `prepare` runs before the records
 * count as complete.
 */
async function openParts(
  config: SiteConfig,
  options: SiteParameters,
  ending: AsyncDisposableStack,
  prepare?: (site: Site, modules: readonly SiteModule[]) => Promise<void>,
): Promise<OpenedParts> {
  const life: OpenedParts['life'] = { state: 'starting' }
  const listening = Promise.withResolvers<number>()
  ending.defer(lockData(config.dir))
  makeSiteFolders(config.dir)
  let control: ControlServer | undefined
  ending.defer(async () => control?.close())
  const logs = openLogs(config.dir, config.logToStdout)
  ending.defer(() => logs.close())
  const disk = makeDiskReserve(config, logs)
  ending.defer(() => disk.stop())
  const check = new DataCheck(logs)
  const background = new Background(logs)

  // The modules get the site before its parts exist and read them later. Reading a part too early throws an error that
  // names it.
  const site: Site = {
    config,
    logs,
    disk,
    check,
    health: new SiteHealth({
      get state() {
        return life.state
      },
      get store() {
        return store
      },
    }),
    pageOrigins: new Set(),
    inBackground: (work) => background.run(work),
    inBackgroundAfter: (pause, work) => background.runAfter(pause, work),
    get state() {
      return life.state
    },
    get store() {
      return store
    },
    get outbox() {
      return outbox
    },
    get engine() {
      return engine
    },
    get sessions() {
      return provided.sessions
    },
    get accounts() {
      return provided.accounts
    },
    get security() {
      return provided.security
    },
    get translations() {
      return provided.translations
    },
    get files() {
      return provided.files
    },
    get tokens() {
      return provided.tokens
    },
    get answers() {
      return provided.answers
    },
    get jobs() {
      return provided.jobs
    },
    get notifications() {
      return provided.notifications
    },
    get exports() {
      return provided.exports
    },
    get pinned() {
      return provided.pinned
    },
    get backupMaker() {
      return provided.backupMaker
    },
    get projectCalls() {
      return provided.projectCalls
    },
    get linkedSites() {
      return provided.linkedSites
    },
  }

  control = await openControlSocket(site, listening.promise, options.stop ?? (() => {}))
  disk.start()
  const data = await openData(config, {
    isNew: options.isNew ?? false,
    onTaken: (error) => {
      logs.error.fatal({ err: error }, 'the database was taken by another process')
      options.fail?.(error)
    },
  })
  // A database on another server has another disk.
  const isOnDisk = config.databaseUrl === undefined
  const store = isOnDisk ? new StoreOnDisk(data.store, disk, () => life.state === 'starting') : data.store
  let keeper: DataKeeper | undefined
  ending.defer(async () => {
    await keeper?.prepareEnd()
    await store.close()
    keeper?.end()
  })
  const outbox = makeOutbox(site)
  const modules = await makeModules(site)
  const provided = providedBy(modules)
  const engine = await openEngine({ store, fieldTypes: await loadFieldTypes(), modules, keys: config.siteKeys })
  for (const { from, to } of engine.renamedAtStart) {
    logs.server.warn({ from, to }, 'an entity of this site was renamed: the product has one of its name now')
  }
  engine.say = async (message, language, entity) => {
    const dictionary = await provided.translations.dictionary(language)
    return translateMessage(entity === undefined ? dictionary : dictionaryWithin(dictionary, entity), message, language)
  }

  await prepare?.(site, modules)
  keeper = new DataKeeper(config.dir, store, (error) =>
    logs.error.error({ err: error }, 'the newest state could not be marked'),
  )
  await keeper.begin()
  return { site, modules, outbox, background, check, life, listening, wasCutOff: data.wasCutOff }
}

async function openSite(
  config: SiteConfig,
  options: SiteParameters,
  ending: AsyncDisposableStack,
): Promise<RunningSite> {
  const { site, modules, outbox, background, check, life, listening, wasCutOff } = await openParts(
    config,
    options,
    ending,
    seedSite,
  )
  const { engine, logs } = site
  await startModules(site, modules)
  background.run(bindOldSecrets(engine))
  const server = await buildServer({ site, modules, frontEnd: options.frontEnd })
  const live = attachLive({
    httpServer: server.server as Server,
    engine,
    sessions: site.sessions,
    jobs: site.jobs,
    notifications: site.notifications,
    origins: config,
    report: (error, requestId) => logs.error.error({ err: error, request_id: requestId }, 'live'),
    refuse: (request) => noteRefusedSocket(site, request),
    say: (problem, language) => engine.say(problem.detail, language),
  })
  outbox.start()
  life.state = 'running'
  background.run(site.jobs.begin())
  if (wasCutOff) background.run(check.run(site.store))
  return runningSite({
    site,
    modules,
    server,
    live,
    background,
    onListening: listening.resolve,
    onStopping: () => {
      life.state = 'stopping'
    },
    release: () => ending.disposeAsync(),
  })
}

async function startModules(site: Site, modules: readonly SiteModule[]): Promise<void> {
  const mark = readRestoredMark(site.config.dir)
  if (mark) for (const module of modules) await module.restored?.(mark)
  for (const module of modules) await module.start?.()
  if (mark) await settleRestored(site, mark)
}

/** Reads whom it may reach from the settings, and above them from the configuration. */
function makeOutbox(site: Site): Outbox {
  const { config, logs, store } = site
  return new Outbox({
    store,
    logs,
    nowUtc: () => site.engine.clock.nowUtc(),
    mayReachPeople: () => site.engine.settings.may_reach_people !== 0,
    only: config.reach === 'nobody' ? new AllowedRecipients(config.reachOnly) : undefined,
  })
}

function makeDiskReserve(config: SiteConfig, logs: Logs): DiskReserve {
  const disk = new DiskReserve(config.dir, config.databaseUrl === undefined, (isFull) => {
    const lost = logs.hold(isFull)
    if (isFull) logs.server.warn(disk.room(), 'the disk is full')
    else logs.server.info({ ...disk.room(), log_lines_lost: lost }, 'the disk has room again')
  })
  return disk
}
