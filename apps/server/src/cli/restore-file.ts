import { createReadStream, existsSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { loadFieldTypes } from '@tavla/fields/server'
import { definitionsOf } from '../app/modules.ts'
import { type ArchiveManifest, unpackArchive } from '../backup/archive.ts'
import { restoredPlaces } from '../backup/read-back.ts'
import { BadArchive } from '../backup/tar-read.ts'
import { markRestored } from '../config/restored-mark.ts'
import { keyFile, readSiteConfig, type SiteConfig, writePrivateFile } from '../config/site-config.ts'
import { emptyLostSecrets, openEngineAsIs } from '../entity/index.ts'
import { lockData } from '../ground/data-lock.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import { isNewer } from '../ground/version.ts'
import { writeSiteFolder } from '../hosting/site-folder.ts'
import { BackupFault, sentenceOf } from '../modules/hq/backups/faults.ts'
import { requireRoom } from '../modules/hq/backups/room.ts'
import { openData } from '../store/open-data.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import type { TableSum } from '../store/table-sums.ts'
import { inDatabase } from './restore-dump.ts'

/**
 * Makes a stand-alone site in an empty folder out of a downloaded backup; resolves to a sentence about it (reference:
 * configuration, Restore). The folder appears once all of it is sound.
 * @throws StartError with one sentence, and nothing is left behind
 */
export async function restoreFile(args: readonly string[]): Promise<string> {
  const { file, dir, ...wishes } = readArguments(args)
  if (existsSync(dir) && readdirSync(dir).length > 0) throw new StartError(`The folder ${dir} is not empty.`)
  const draft = join(dirname(dir), `.restoring-${process.pid}`)
  try {
    makePrivateFolder(draft)
    const manifest = await unpack(file, draft, wishes.database)
    const emptied = await makeSite(draft, manifest, wishes)
    rmSync(dir, { recursive: true, force: true })
    renameSync(draft, dir)
    return describe(dir, manifest, emptied)
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

interface Wishes {
  /** File of the key that opens the secrets. */
  siteKey: string | undefined
  /** Address of the empty PostgreSQL database that the records go to. */
  database: string | undefined
}

function readArguments(args: readonly string[]): Wishes & { file: string; dir: string } {
  try {
    const text = { type: 'string' } as const
    const options = { to: text, 'site-key': text, database: text }
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0 || values.to === undefined) throw new Error('Something is missing')
    const { database } = values
    return { file: resolve(file), dir: resolve(values.to), siteKey: values['site-key'], database }
  } catch {
    throw new StartError('"tavla restore" is used so: tavla restore FILE --to DIR [--site-key FILE] [--database URL]')
  }
}

/** @throws StartError */
async function unpack(file: string, folder: string, database: string | undefined): Promise<ArchiveManifest> {
  if (!existsSync(file)) throw new StartError(`There is no file ${file}.`)
  try {
    const manifest = await unpackArchive(createReadStream(file, { highWaterMark: 1_048_576 }), folder, check)
    if (manifest.database === 'sqlite') requireRecords(join(folder, restoredPlaces.data.sqlite), manifest)
    return manifest
  } catch (error) {
    if (error instanceof BadArchive) throw new StartError(`The archive ${file} is refused: ${error.message}.`)
    const { code } = error as NodeJS.ErrnoException
    const isOfDisk = error instanceof BackupFault || code === 'ENOSPC' || code === 'EDQUOT'
    throw isOfDisk ? new StartError(plainSentence(encodeSentence(sentenceOf(error)))) : error
  }

  function check({ program, database: kind, data, files }: ArchiveManifest): void {
    if (isNewer(program)) throw new StartError(`This backup needs version ${program}.`)
    const isDump = kind === 'postgres'
    if (isDump !== (database !== undefined)) throw new StartError(isDump ? needsDatabase : takesNoDatabase)
    requireRoom([{ folder, bytes: [data, ...files].reduce((sum, { size }) => sum + size, 0) }])
  }
}

/** @throws BadArchive */
function requireRecords(data: string, { tables }: ArchiveManifest): void {
  let found: readonly TableSum[]
  try {
    found = sumSqliteTables(data)
  } catch {
    throw new BadArchive('its records cannot be read')
  }
  if (JSON.stringify(found) !== JSON.stringify(tables)) {
    throw new BadArchive('its records are not those of its manifest')
  }
  if (!found.some(({ table }) => table === 'site')) throw new BadArchive('it holds no records of this program')
}

const needsDatabase =
  'This backup holds a PostgreSQL database. Name an empty one for it by --database postgres://user@host/name.'
const takesNoDatabase = 'The records of this backup are in a file, so it takes no --database.'

/** Resolves to the number of secrets that could not be opened and are empty now. */
async function makeSite(dir: string, manifest: ArchiveManifest, { siteKey, database }: Wishes): Promise<number> {
  const { id } = manifest.project
  if (siteKey !== undefined) writePrivateFile(join(dir, keyFile), readKey(siteKey))
  readSiteConfig(dir, { siteId: id })
  writeSiteFolder({ dir, config: { apps: manifest.apps, has_records: true, database } })
  const config = readSiteConfig(dir)
  if (database === undefined) return emptySecrets(config, manifest)
  return inDatabase(database, { dir, manifest }, () => emptySecrets(config, manifest))
}

async function emptySecrets(config: SiteConfig, manifest: ArchiveManifest): Promise<number> {
  const { dir } = config
  const unlock = lockData(dir)
  try {
    const { store } = await openData(config, { isNew: false, onTaken: () => undefined })
    try {
      const modules = definitionsOf(config.apps)
      const fieldTypes = await loadFieldTypes()
      return await emptyLostSecrets(await openEngineAsIs({ store, fieldTypes, modules, keys: config.siteKeys }))
    } finally {
      await store.close()
    }
  } finally {
    unlock()
    markRestored(dir, { backup: manifest.taken_at })
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new StartError(`The site key ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function describe(dir: string, { project, taken_at }: ArchiveManifest, emptied: number): string {
  const secrets = emptied > 0 ? ` ${emptied} secrets that its key does not open are empty.` : ''
  return `The site in ${dir} is as ${project.name} was at ${taken_at}.${secrets} "tavla site ${dir}" starts it.`
}
