import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { loadFieldTypes } from '@tavla/fields/server'
import type { SiteConfig } from '../config/site-config.ts'
import {
  type Engine,
  type EngineOptions,
  engineChecks,
  Findings,
  isInstalled,
  openEngineAsIs,
} from '../entity/index.ts'
import { recordsMissing, StartError } from '../ground/start-error.ts'
import { StoreUnavailable } from '../store/errors.ts'
import { isMigrated } from '../store/migrations.ts'
import { findMissingFile } from '../store/open-data.ts'
import { openSnapshot, type Snapshot } from '../store/snapshot.ts'
import { checkMessages } from './messages.ts'
import { checkFiles, storedUrls, unnamedOf } from './stored-files.ts'

/** The result of one check (reference: configuration, Check). */
export interface CheckLine {
  check: string
  state: 'ok' | 'warning' | 'fault'
  count: number
  /** At most ten. */
  ids: readonly string[]
}

export interface CheckedSite {
  config: SiteConfig
  /** The definitions of the site's modules. */
  modules: EngineOptions['modules']
  isDeep: boolean
}

/** How often a file that seems damaged is looked at, and the milliseconds between. */
const looks = 10
const pauseBetween = 50

/** Maximum number of faults of the database itself. */
const maxDatabaseFaults = 100

/**
 * Compares all that a site keeps, in one view of its data. It changes nothing, and the site may run meanwhile.
 * @throws StartError when the site cannot be checked
 */
export async function checkSite(site: CheckedSite): Promise<CheckLine[]> {
  // Bytes come to the disk before the File that names them, so they are listed before the view is taken.
  const urls = await storedUrls(site.config.dir)
  const snapshot = await openView(site.config).catch((error: unknown) => {
    if (error instanceof StoreUnavailable && error.isDamage) return error
    throw error
  })
  // A damaged schema cannot even be opened.
  if (snapshot instanceof StoreUnavailable) return [lineOf('database', faultOf(snapshot))]
  try {
    const lines = [await line(snapshot, 'database', () => checkDatabase(snapshot))]
    const engine = await openEngine(snapshot, site).catch((error: unknown) => {
      if (lines.every(({ state }) => state === 'ok')) throw error
      return undefined
    })
    if (!engine) return lines
    for (const [name, check] of checksOf(engine, site, urls)) lines.push(await line(snapshot, name, check))
    return lines
  } finally {
    await snapshot.close()
  }
}

/** The data as it is now. @throws StartError */
export async function openView(config: SiteConfig): Promise<Snapshot> {
  const file = join(config.dir, 'store', 'data.sqlite')
  const missing = config.databaseUrl === undefined ? await findMissingBeside(config.dir) : undefined
  if (missing !== undefined) throw recordsMissing(missing)
  return openSnapshot({ file, url: config.databaseUrl })
}

/**
 * Looks several times: beside a site that runs, one look may meet a page of the log that is just being written, which is
 * not whole.
 */
async function findMissingBeside(dir: string): Promise<string | undefined> {
  for (let look = 1; ; look++) {
    const missing = findMissingFile(dir)
    if (missing === undefined || look === looks) return missing
    await wait(pauseBetween)
  }
}

/** The engine on a view of the data, which must be that of this program. @throws StartError */
export async function openEngine(snapshot: Snapshot, { config, modules }: CheckedSite): Promise<Engine> {
  const isCurrent = await snapshot.apart(() => isMigrated(snapshot, snapshot.dialect))
  if (!isCurrent) throw otherVersion(config)
  const options = { store: snapshot, fieldTypes: await loadFieldTypes(), modules, keys: config.siteKeys }
  const engine = await snapshot.apart(() => openEngineAsIs(options))
  if (!(await isInstalled(engine))) throw otherVersion(config)
  return engine
}

const otherVersion = ({ dir }: SiteConfig) =>
  new StartError(`The site in ${dir} was last started by another version of Tavla; start it once with this one.`)

type Check = () => Promise<Findings>

/** The checks after that of the database, in the order of their lines. */
function checksOf(engine: Engine, site: CheckedSite, urls: readonly string[]): [string, Check][] {
  const { config, isDeep } = site
  const ofEngine = (names: readonly string[]) =>
    Object.entries(engineChecks)
      .filter(([name]) => names.includes(name))
      .map(([name, check]): [string, Check] => [name, () => check(engine, isDeep)])
  return [
    ...ofEngine(['tables', 'table rows', 'links', 'unique values', 'derived values', 'folded texts', 'search index']),
    ['files', () => checkFiles(engine, config.dir, isDeep)],
    ['unnamed bytes', () => checkUnnamed(engine, site, urls)],
    ...ofEngine(['history', 'trash', 'operations']),
    ['outbox', () => checkMessages(engine)],
    ...ofEngine(['secrets']),
  ]
}

async function checkDatabase(snapshot: Snapshot): Promise<Findings> {
  const found = new Findings()
  for (const fault of await snapshot.readEverything(maxDatabaseFaults)) found.addFault(fault)
  return found
}

async function checkUnnamed(engine: Engine, site: CheckedSite, urls: readonly string[]): Promise<Findings> {
  const found = new Findings()
  for (const url of await confirmUnnamed(site, await unnamedOf(engine, urls))) found.addWarning(url)
  return found
}

/** Looks once more, because a running site may have committed their File since. */
export async function confirmUnnamed(site: CheckedSite, urls: readonly string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const later = await openView(site.config)
  try {
    return await unnamedOf(await openEngine(later, site), urls)
  } finally {
    await later.close()
  }
}

async function line(snapshot: Snapshot, check: string, run: Check): Promise<CheckLine> {
  const found = await snapshot.apart(run).catch(async (error: unknown) => {
    // Unreadable data are a fault; a database that is away is none.
    if (!(await snapshot.isReachable())) throw error
    return faultOf(error)
  })
  return lineOf(check, found)
}

function faultOf(error: unknown): Findings {
  const unread = new Findings()
  unread.addFault(error instanceof Error ? error.message : String(error))
  return unread
}

const lineOf = (check: string, { state, count, ids }: Findings): CheckLine => ({ check, state, count, ids })
