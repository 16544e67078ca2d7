import { createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type ArchivedCopy, archiveOfCopy } from '../backup/archive.ts'
import { readExistingConfig, type SiteConfig } from '../config/site-config.ts'
import { lockUnmarked } from '../ground/data-lock.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import { version } from '../ground/version.ts'
import { copyRunning } from '../hosting/local-copy.ts'
import { storedFilesIn } from '../hosting/stored-files.ts'
import { sizeOf } from '../modules/hq/backups/copies.ts'
import { BackupFault } from '../modules/hq/backups/faults.ts'
import { requireRoom } from '../modules/hq/backups/room.ts'
import { copyDatabase } from '../store/copy-database.ts'
import { PostgresToolFault } from '../store/postgres-dump.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'

/**
 * Writes a stand-alone site as a tar (reference: configuration, Backup), which `tavla restore` takes; resolves to a
 * sentence about it. The file appears once all of it is written.
 * @throws StartError, and nothing is left behind
 */
export async function archiveSite(
  dir: string,
  file: string,
  { databaseUrl, signal }: { databaseUrl: string | undefined; signal: AbortSignal },
): Promise<string> {
  const target = resolve(file)
  const config = readExistingConfig(dir, { databaseUrl })
  if (config.apps.includes('hq')) throw new StartError('HQ is backed up by "tavla backup _hq": a tar has no keys.')
  if (existsSync(target)) throw new StartError(`The file ${target} is there already.`)
  const work = makeWork(target)
  try {
    const { store, files } = sizeOf(config.dir)
    requireRoom([{ folder: work, bytes: 2 * store + files }])
    const { copy, release } = await copyOf(config, join(work, 'copy'))
    try {
      const about = { taken_at: new Date().toISOString(), project: { id: config.siteId, name: config.siteId } }
      const draft = join(work, basename(target))
      const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
      await pipeline(Readable.from(archiveOfCopy(copy, about)), output, { signal })
      renameSync(draft, target)
    } finally {
      release()
    }
    const rows = copy.tables.reduce((sum, table) => sum + table.rows, 0)
    return `The site in ${config.dir} is in ${target}: rows ${rows}, files ${copy.files.length}, bytes ${statSync(target).size}.`
  } catch (error) {
    if (signal.aborted) throw new StartError('The backup was broken off. Nothing is left of it.')
    const isFault = error instanceof BackupFault || error instanceof PostgresToolFault
    throw isFault ? new StartError(plainSentence(encodeSentence(error.detail))) : error
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** An empty folder on the disk of the file. @throws StartError */
function makeWork(target: string): string {
  try {
    const work = mkdtempSync(join(dirname(target), '.tavla-backup-'))
    mkdirSync(join(work, 'copy'))
    return work
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartError(`The file ${target} cannot be written (${code}).`)
  }
}

/** By the site while it runs; otherwise nobody starts it before `release`. */
async function copyOf(
  { dir, instanceSecret, apps, databaseUrl: url }: SiteConfig,
  work: string,
): Promise<{ copy: ArchivedCopy; release: () => void }> {
  const filesFolder = join(dir, 'files')
  const running = await copyRunning({ dir, instanceSecret }, work).catch((error: Error) => {
    throw new StartError(error.message)
  })
  if (running) {
    const { release, tables, ...copied } = running
    return { copy: { ...copied, tables: tables ?? sumSqliteTables(copied.data), apps, filesFolder }, release }
  }
  const release = lockUnmarked(dir)
  try {
    const data = join(work, url === undefined ? 'data.sqlite' : 'data.dump')
    const { database, tables } = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url }, data)
    const copied = {
      program: version,
      database,
      data,
      tables: tables ?? sumSqliteTables(data),
      files: storedFilesIn(dir),
    }
    return { copy: { ...copied, apps, filesFolder }, release }
  } catch (error) {
    release()
    throw error
  }
}
