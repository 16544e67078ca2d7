import { readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SiteCopy } from '../../../backup/take.ts'
import { lockUnmarked } from '../../../ground/data-lock.ts'
import { version } from '../../../ground/version.ts'
import { copyRunning } from '../../../hosting/local-copy.ts'
import { storedFilesIn } from '../../../hosting/stored-files.ts'
import { copyDatabase } from '../../../store/copy-database.ts'
import type { Hq } from '../hq.ts'
import { readServer } from '../rows.ts'
import { sitePlace } from '../site-spec.ts'
import type { Subject } from './subject.ts'

/** A copy of a site; its stored files stand where they are until `release`. */
export interface HeldSiteCopy {
  copy: SiteCopy
  /** Address of the database, where it is not a file. */
  databaseUrl: string | undefined
  release(): void | Promise<void>
}

/** Bytes of a site's database and files, as far as HQ's machine can see them. */
interface SiteSize {
  store: number
  files: number
}

/**
 * Copies the database of a site to the empty folder `target`: by the site while it runs, otherwise under its lock.
 * @throws HostingFault, StartError, StoreUnavailable, PostgresToolFault, or Error with a sentence
 */
export async function copyOf(hq: Hq, { project }: Subject, target: string): Promise<HeldSiteCopy> {
  if (!project) return copyOwn(hq, target)
  const place = sitePlace(hq.site, await readServer(hq.site.engine, project.server), project)
  const { dir } = place
  const running = await copyRunning(place, target)
  const { release, ...copied } = running ?? (await copyStopped(dir, target))
  const parts = { filesFolder: join(dir, 'files'), ...(await readKeys(dir)) }
  return { copy: { ...copied, ...parts }, databaseUrl: databaseOf(dir), release }
}

async function copyOwn({ site }: Hq, target: string): Promise<HeldSiteCopy> {
  const { dir, databaseUrl } = site.config
  const held = site.files.hold()
  try {
    const data = join(target, databaseUrl === undefined ? 'data.sqlite' : 'data.dump')
    const copied = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url: databaseUrl }, data)
    const files = await held.list()
    const parts = { program: version, data, files, filesFolder: join(dir, 'files'), ...(await readKeys(dir)) }
    return { copy: { ...copied, ...parts }, databaseUrl, release: () => held.release() }
  } catch (error) {
    await held.release()
    throw error
  }
}

/** The caller sees to it that nobody starts the site meanwhile. */
async function copyStopped(dir: string, target: string) {
  const unlock = lockUnmarked(dir)
  try {
    const url = databaseOf(dir)
    const data = join(target, url === undefined ? 'data.sqlite' : 'data.dump')
    const copied = await copyDatabase({ file: join(dir, 'store', 'data.sqlite'), url }, data)
    return { program: version, ...copied, data, files: storedFilesIn(dir), release: () => {} }
  } finally {
    unlock()
  }
}

async function readKeys(dir: string): Promise<{ config: Buffer; siteKey: Buffer }> {
  return { config: await readFile(join(dir, 'config.json')), siteKey: await readFile(join(dir, 'site.key')) }
}

function databaseOf(dir: string): string | undefined {
  return (JSON.parse(readFileSync(join(dir, 'config.json'), 'utf8')) as { database?: string }).database
}

/** The size of a site's data in `dir`; a database on a server counts nothing. */
export function sizeOf(dir: string): SiteSize {
  const bytesOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const data = join(dir, 'store', 'data.sqlite')
  const store = databaseOf(dir) === undefined ? bytesOf(data) + bytesOf(`${data}-wal`) : 0
  return { store, files: storedFilesIn(dir).reduce((sum, path) => sum + bytesOf(join(dir, 'files', path)), 0) }
}
