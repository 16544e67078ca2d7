import { readFileSync, rmSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { parseArgs } from 'node:util'
import { createQuietSite } from '../app.ts'
import { BackupKey, NotAuthentic } from '../backup/backup-key.ts'
import { proveInThread } from '../backup/backup-thread.ts'
import { isAhead, listManifests, type Manifest, oldestFirst, readManifest } from '../backup/manifest.ts'
import { StoreFault } from '../backup/object-store.ts'
import { restoredPlaces } from '../backup/read-back.ts'
import { openStore, type StorePlace } from '../backup/store-place.ts'
import { markRestored } from '../config/restored-mark.ts'
import { readSiteConfig, writePrivateFile } from '../config/site-config.ts'
import { lockUnmarked } from '../ground/data-lock.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import { isoTextOf } from '../ground/utc-text.ts'
import { isNewer } from '../ground/version.ts'
import { databaseOf } from '../hosting/own-database.ts'
import { requireOwnStore } from '../modules/hq/backups/check-key.ts'
import { BackupFault, sentenceOf } from '../modules/hq/backups/faults.ts'
import { readBackupKey } from '../modules/hq/backups/key.ts'
import { storedValues } from '../modules/hq/backups/manifest-values.ts'
import { requireRoom } from '../modules/hq/backups/room.ts'
import { ownId } from '../modules/hq/backups/subject.ts'
import { type RecoveredProject, recoverProjects } from '../modules/hq/recovery/recover-projects.ts'
import { beginDraft, type DraftFolder } from './draft-folder.ts'
import { storePlaceOf } from './store-argument.ts'

interface Order {
  place: StorePlace
  key: Buffer
  dir: string
  /** Address of the empty PostgreSQL database that the records of HQ go to. */
  database: string | undefined
}

/**
 * `tavla recover --store STORE --backup-key FILE --data DIR`: HQ out of a store on an empty machine, and its projects
 * with it, with a line for each (reference: configuration, Recover). Resolves to the exit code: 1 when something did not
 * come back. `signal` breaks it off.
 * @throws StartError when HQ itself cannot, and nothing is left behind
 */
export async function recover(
  args: readonly string[],
  print: (line: string) => void,
  signal: AbortSignal,
): Promise<0 | 1> {
  const order = readOrder(args)
  const folder = beginDraft(order.dir)
  /** Folders of projects that lie outside of HQ's. */
  const outside: string[] = []
  /** Databases that were made for projects. */
  const databases: string[] = []
  try {
    const own = await readHqBack(order, folder, { print, signal })
    let isWhole = true
    const tell = (project: string, outcome: RecoveredProject) => {
      if (outcome.state === 'back') {
        if (!outcome.dir.startsWith(folder.draft + sep)) outside.push(outcome.dir)
        const database = databaseOf(outcome.dir)
        if (database !== undefined) databases.push(database)
      }
      if (outcome.state === 'lost' || outcome.state === 'unknown') isWhole = false
      print(`${project}  ${wordsOf(outcome)}`)
    }
    const fill = () => fillHq(order, folder, { own, tell, signal })
    if (order.database === undefined) await fill()
    else await onServer(order.database, { dir: folder.draft, manifest: own }, fill)
    folder.finish()
    outside.length = 0
    databases.length = 0
    print(`"tavla start --data ${order.dir}" starts HQ and its projects.`)
    return isWhole ? 0 : 1
  } catch (error) {
    for (const dir of outside) rmSync(dir, { recursive: true, force: true })
    await dropDatabases(databases)
    if (signal.aborted) throw new StartError('The recovery was broken off. Nothing is left of it.')
    throw asStartError(error)
  } finally {
    folder.discard()
  }
}

/** Has HQ go on in the database at `address`, which is empty again after a fault. */
async function onServer<T>(
  address: string,
  from: { dir: string; manifest: Manifest },
  work: () => Promise<T>,
): Promise<T> {
  const file = join(from.dir, restoredPlaces.config)
  const settings = JSON.parse(readFileSync(file, 'utf8')) as object
  writePrivateFile(file, `${JSON.stringify({ ...settings, database: address }, null, 2)}\n`)
  // Imported only when used: the driver costs memory and start time.
  const { inDatabase } = await import('./restore-dump.ts')
  return inDatabase(address, from, work)
}

async function dropDatabases(databases: readonly string[]): Promise<void> {
  if (databases.length === 0) return
  // Imported only when used: the driver costs memory and start time.
  const { dropDatabase } = await import('../store/postgres-dump.ts')
  for (const database of databases) await dropDatabase(database, { force: true }).catch(() => undefined)
}

function readOrder(args: readonly string[]): Order {
  const text = { type: 'string' } as const
  const options = { store: text, 'backup-key': text, data: text, endpoint: text, region: text, database: text }
  const { values } = parse()
  const { store, endpoint, region } = values
  const keyFile = values['backup-key'] ?? (process.env.BACKUP_KEY_FILE || undefined)
  const data = values.data ?? (process.env.DATA_DIR || undefined)
  if (store === undefined || keyFile === undefined || data === undefined) throw usage()
  const dir = resolve(data)
  const place = storePlaceOf(store, { endpoint, region }, process.env)
  if (place.type === 'Folder' && `${dir}${sep}`.startsWith(`${place.folder}${sep}`)) {
    throw new StartError(`The data folder ${dir} must not lie in the store.`)
  }
  return { place, key: readBackupKey({ dir, backupKeyFile: keyFile }), dir, database: values.database }

  function parse() {
    try {
      return parseArgs({ args: [...args], options })
    } catch {
      throw usage()
    }
  }
}

const usage = () =>
  new StartError(
    '"tavla recover" is used so: tavla recover --store FOLDER|s3://BUCKET/PREFIX --backup-key FILE --data DIR [--endpoint URL] [--region NAME] [--database URL]',
  )

interface Progress {
  print: (line: string) => void
  signal: AbortSignal
}

/** Reads the newest backup of HQ that is whole back into the draft. @throws StartError, BackupFault, StoreFault */
async function readHqBack(
  { place, key, database }: Order,
  folder: DraftFolder,
  { print, signal }: Progress,
): Promise<Manifest> {
  const opened = { store: openStore(place), key: new BackupKey(key) }
  const all = await Array.fromAsync(listManifests(opened.store))
  if (all.length === 0) throw new StartError('There are no backups in this store.')
  await requireOwnStore(opened, true)
  const own = oldestFirst(all.filter(({ project }) => project === ownId)).toReversed()
  const ahead = own.filter((place) => isAhead(place)).length
  // Perhaps it is the clock of this machine that is wrong.
  if (ahead > 0) print(`${ownId}  Backups dated in the future come last: ${ahead}.`)
  for (const { path, takenAt } of own) {
    signal.throwIfAborted()
    const manifest = await readManifest(opened.store, opened.key, path).catch((error: unknown) => {
      if (!(error instanceof NotAuthentic)) throw error
    })
    if (manifest) {
      if (isNewer(manifest.program)) throw new StartError(`This backup needs version ${manifest.program}.`)
      const isDump = manifest.database === 'postgres'
      if (isDump !== (database !== undefined)) throw new StartError(isDump ? needsDatabase : takesNoDatabase)
      requireRoom([{ folder: folder.draft, bytes: storedValues(manifest).size }])
      const unlock = lockUnmarked(folder.draft)
      const task = { path, folder: folder.draft }
      const { failed } = await proveInThread({ place, key }, task, signal).finally(unlock)
      if (failed.length === 0) {
        print(`${ownId}  Brought back as of ${manifest.taken_at.slice(0, 19)}Z.`)
        return manifest
      }
      folder.clear()
    }
    print(`${ownId}  The backup of ${takenAt} is not what was stored.`)
  }
  throw new StartError('There is no backup of HQ in this store that can be read.')
}

const needsDatabase =
  'The records of this HQ were in PostgreSQL. Name an empty database for them by --database postgres://user@host/name.'
const takesNoDatabase = 'The records of this HQ were in a file, so it takes no --database.'

interface Fill {
  own: Manifest
  tell: (project: string, outcome: RecoveredProject) => void
  signal: AbortSignal
}

async function fillHq({ place, key }: Order, { draft }: DraftFolder, { own, tell, signal }: Fill): Promise<void> {
  writePrivateFile(join(draft, 'backup.key'), `${key.toString('hex')}\n`)
  const { site, close } = await createQuietSite(readSiteConfig(draft))
  try {
    await recoverProjects({ site, place, key, own }, tell, signal)
  } finally {
    await close()
  }
  markRestored(draft, { backup: own.id })
}

function wordsOf(outcome: RecoveredProject): string {
  if (outcome.state === 'new') return 'It had not been started yet, and had no data.'
  if (outcome.state === 'cluster') return 'It is in its cluster, where nothing was touched.'
  if (outcome.state === 'unknown') {
    return 'Not brought back: it is newer than the backup of HQ. The console makes a project of its backup.'
  }
  if (outcome.state === 'lost') return `Not brought back: ${plainSentence(encodeSentence(outcome.why))}`
  const { takenAt, passed, why } = outcome
  const newer = passed > 0 && why ? ` Newer backups passed over: ${passed}. ${plainSentence(encodeSentence(why))}` : ''
  return `Brought back as of ${isoTextOf(takenAt).slice(0, 19)}Z.${newer}`
}

function asStartError(error: unknown): unknown {
  const isFault = error instanceof BackupFault || error instanceof StoreFault
  return isFault ? new StartError(plainSentence(encodeSentence(sentenceOf(error)))) : error
}
