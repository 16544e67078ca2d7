import { existsSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SiteConfig } from '../config/site-config.ts'
import { inUse, recordsMissing, StartError } from '../ground/start-error.ts'
import { readState } from './data-keeper.ts'
import { acceptanceHint, type DataMark, hasMark, readMark, removeMark, writeMark } from './data-mark.ts'
import { migrate } from './migrations.ts'
import { openStore } from './open-store.ts'
import { hasLog, readLog } from './sqlite-log.ts'
import type { Store } from './store.ts'
import { checkSystemTables } from './system-columns.ts'

export interface OpenOptions {
  /** Starts with an empty site where the records are missing. */
  isNew: boolean
  /** Called when another process has taken the database while this one had lost its connection. */
  onTaken(error: StartError): void
}

export interface OpenedData {
  store: Store
  /** True when the previous process did not end in order. */
  wasCutOff: boolean
}

/**
 * Opens the records of a site and brings their tables up to date. Refuses a used site whose records are missing,
 * damaged, older than the mark says or another site's; only `isNew` creates empty records in their place.
 * @throws StartError with one sentence
 */
export async function openData(config: SiteConfig, options: OpenOptions): Promise<OpenedData> {
  try {
    return await open(config, options)
  } catch (error) {
    if (error instanceof StartError) throw error
    // The store's message is one clear sentence; a stack would not help the operator.
    throw new StartError(error instanceof Error ? error.message : String(error), { cause: error })
  }
}

async function open(config: SiteConfig, { isNew, onTaken }: OpenOptions): Promise<OpenedData> {
  const { dir, databaseUrl: url } = config
  const file = fileIn(dir)
  const mark = readMark(dir)
  const isUsed = config.hasRecords || hasMark(dir)
  const missingFile = isUsed && url === undefined ? findMissingFile(dir) : undefined
  if (missingFile !== undefined) {
    if (!isNew) throw recordsMissing(missingFile)
    moveAside(file)
  }
  // Closing the store removes the write-ahead log, so the mark must no longer say that a log is expected.
  if (mark?.state === 'open') noteClosing(dir, mark)
  let store = await openStore({ file, url })
  try {
    await claim(store, onTaken)
    const missing = missingFile ?? (isUsed ? await findMissingRecords(store, mark, dir) : undefined)
    if (missing !== undefined && !isNew) throw recordsMissing(missing)
    if (missing === undefined && isNew) await refuseNew(store)
    if (missing !== undefined) {
      store = await emptyStore(store, url === undefined ? file : undefined)
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

const fileIn = (dir: string) => join(dir, 'store', 'data.sqlite')

/** Names the part of the data file of a used folder that is missing or unreadable. It changes nothing. */
export function findMissingFile(dir: string): string | undefined {
  const [file, mark] = [fileIn(dir), readMark(dir)]
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return `${file} is not there`
  if (size === 0) return `${file} is empty`
  if (mark?.state === 'open' && !hasLog(file))
    return `the newest of them, ${file}-wal, is not there (${acceptanceHint(dir)})`
  const { kept, lost } = readLog(file)
  const pages = `${lost} of its ${kept + lost} pages are lost`
  return lost > 0 ? `the newest of them, ${file}-wal, is damaged, and ${pages} (${acceptanceHint(dir)})` : undefined
}

async function findMissingRecords(store: Store, mark: DataMark | undefined, dir: string): Promise<string | undefined> {
  const { place } = store
  if (!(await store.dialect.hasTable(store, 'site'))) return `${place} is empty`
  if (!mark) return undefined
  const { data, beat } = await readState(store)
  if (data !== undefined && data !== mark.data) return `${place} holds those of another site (${acceptanceHint(dir)})`
  return beat < mark.beat ? `the newest of them, ${place} is an older copy (${acceptanceHint(dir)})` : undefined
}

function noteClosing(dir: string, mark: DataMark): void {
  try {
    writeMark(dir, { ...mark, state: 'closing' })
  } catch {
    // A full disk must not prevent a start.
  }
}

/**
 * Claims the database for this process where it is on a server; a data file is already protected by the lock of its
 * folder.
 * @throws StartError
 */
async function claim(store: Store, onTaken: OpenOptions['onTaken']): Promise<void> {
  const refuse = (holder: string) => inUse(`The database ${store.place} is held by ${holder || 'it'}.`)
  const holder = await store.claim?.((other) => onTaken(refuse(other)))
  if (holder !== undefined) throw refuse(holder)
}

/** A `--new` left in a start script must not empty the site some day. */
async function refuseNew(store: Store): Promise<void> {
  if (!(await store.dialect.hasTable(store, 'migration'))) return
  throw new StartError(`--new is only for a site whose records are missing, and those in ${store.place} are there.`)
}

/**
 * Returns a store without records. Records in a data file are moved aside; those in a database on a server are not
 * touched.
 * @throws StartError
 */
async function emptyStore(store: Store, file: string | undefined): Promise<Store> {
  if (!(await store.dialect.hasTable(store, 'migration'))) return store
  if (file === undefined) {
    throw new StartError(`The database ${store.place} holds other records; --new needs an empty one.`)
  }
  await store.close()
  moveAside(file)
  return openStore({ file })
}

function moveAside(file: string): void {
  const target = `${file}.before-new-${Date.now()}`
  for (const end of ['', '-wal', '-shm']) {
    if (existsSync(file + end)) renameSync(file + end, target + end)
  }
}
