import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteConfig } from '../config/site-config.ts'
import { inUse, recordsMissing, StartError } from '../ground/start-error.ts'
import { readState } from './data-keeper.ts'
import { type DataMark, hasMark, howToAccept, readMark, removeMark, writeMark } from './data-mark.ts'
import { migrate } from './migrations.ts'
import { openStore } from './open-store.ts'
import { hasLog, readLog } from './sqlite-log.ts'
import type { Store } from './store.ts'
import { checkSystemTables } from './system-columns.ts'

export interface OpenOptions {
  /** Begins with an empty site where the records are missing. */
  isNew: boolean
  /** Hears that another process has taken the database, which this one lost for a while. */
  onTaken(error: StartError): void
}

export interface OpenedData {
  store: Store
  /** The process before did not end in order. */
  wasCutOff: boolean
}

/**
 * Opens the records of a site and brings their tables up to date. A site that was used and whose records are gone,
 * damaged, older than it remembers or another site's is refused: nothing is made in their place unless `isNew` says so.
 * @throws StartError with one sentence
 */
export async function openData(config: SiteConfig, options: OpenOptions): Promise<OpenedData> {
  try {
    return await open(config, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    // The store answers in one clear sentence; what lies behind it is no stack for the operator to read.
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

async function open(config: SiteConfig, { isNew, onTaken }: OpenOptions): Promise<OpenedData> {
  const { dir, databaseUrl: url } = config
  const file = join(dir, 'store', 'data.sqlite')
  const mark = readMark(dir)
  const isUsed = config.hasRecords || hasMark(dir)
  const missingFile = isUsed && url === undefined ? findMissingFile(file, mark, dir) : undefined
  if (missingFile !== undefined) {
    if (!isNew) throw recordsMissing(missingFile)
    setAside(file)
  }
  // Closing the store takes the log away, whatever it was opened for.
  if (mark?.state === 'open') noteClosing(dir, mark)
  let store = await openStore({ file, url })
  try {
    await claim(store, onTaken)
    const missing = missingFile ?? (isUsed ? await findMissingRecords(store, mark, dir) : undefined)
    if (missing !== undefined && !isNew) throw recordsMissing(missing)
    if (missing === undefined && isNew) await refuseNew(store)
    if (missing !== undefined) {
      store = await emptied(store, url === undefined ? file : undefined)
      removeMark(dir)
    }
    await migrate(store, { backup: `${file}.before-upgrade` })
    await checkSystemTables(store, store.place)
    return { store, wasCutOff: missing === undefined && mark !== undefined && mark.state !== 'clean' }
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Names the part of the files that is not there, or cannot be read; nothing is changed by looking. */
function findMissingFile(file: string, mark: DataMark | undefined, dir: string): string | undefined {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return `${file} is not there`
  if (size === 0) return `${file} is empty`
  if (mark?.state === 'open' && !hasLog(file))
    return `the newest of them, ${file}-wal, is not there (${howToAccept(dir)})`
  const { kept, lost } = readLog(file)
  const pages = `${lost} of its ${kept + lost} pages are lost`
  return lost > 0 ? `the newest of them, ${file}-wal, is damaged, and ${pages} (${howToAccept(dir)})` : undefined
}

async function findMissingRecords(store: Store, mark: DataMark | undefined, dir: string): Promise<string | undefined> {
  const { place } = store
  if (!(await store.dialect.hasTable(store, 'site'))) return `${place} is empty`
  if (!mark) return undefined
  const { data, beat } = await readState(store)
  if (data !== undefined && data !== mark.data) return `${place} holds those of another site (${howToAccept(dir)})`
  return beat < mark.beat ? `the newest of them, ${place} is an older copy (${howToAccept(dir)})` : undefined
}

function noteClosing(dir: string, mark: DataMark): void {
  try {
    writeMark(dir, { ...mark, state: 'closing' })
  } catch {
    // A full disk must not keep a site from starting.
  }
}

/** Holds the database for this process, where it is not a file in the folder that this process holds. @throws StartError */
async function claim(store: Store, onTaken: OpenOptions['onTaken']): Promise<void> {
  const refuse = (holder: string) => inUse(`The database ${store.place} is held by ${holder || 'it'}.`)
  const holder = await store.claim?.((other) => onTaken(refuse(other)))
  if (holder !== undefined) throw refuse(holder)
}

/** An option that stays in a start script must not make a site anew some day. */
async function refuseNew(store: Store): Promise<void> {
  if (!(await store.dialect.hasTable(store, 'migration'))) return
  throw new StartError(`--new is only for a site whose records are missing, and those in ${store.place} are there.`)
}

/** The store without records. What is in a file of ours is kept beside it, what is in a database is left alone. @throws StartError */
async function emptied(store: Store, file: string | undefined): Promise<Store> {
  if (!(await store.dialect.hasTable(store, 'migration'))) return store
  if (file === undefined) {
    throw new StartError(`The database ${store.place} holds other records; --new needs an empty one.`)
  }
  await store.close()
  setAside(file)
  return openStore({ file })
}

function setAside(file: string): void {
  const aside = `${file}.before-new-${Date.now()}`
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(file + end)) renameSync(file + end, aside + end)
  }
}
