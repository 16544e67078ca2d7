import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { allInTrash, type Engine, Findings, sqlOf } from '../entity/index.ts'
import { addressOf, isStoredName, urlOf } from '../files/names.ts'
import { type Sql, sql } from '../store/sql.ts'

interface FileRow {
  id: string
  url: string
  size: number | null
  hash: string | null
}

/** The folder of a site's bytes, as the file area lays it out (reference: files, Stored bytes). */
export const folderOf = (dir: string, isPrivate: boolean) => join(dir, 'files', isPrivate ? 'private' : 'public')

/** The bytes of each File, live or in the trash: they are there, as many as noted, and, when `isDeep`, the same. */
export async function checkFiles(engine: Engine, dir: string, isDeep: boolean): Promise<Findings> {
  const found = new Findings()
  const { table, field } = sqlOf(engine, 'File')
  for (let after = ''; ; ) {
    const rows = await engine.store.all<FileRow>(
      sql`select id, ${field('file_url')} as url, ${field('file_size')} as size, ${field('content_hash')} as hash
        from ${table} where ${field('file_url')} <> '' and id > ${after} order by id limit 500`,
    )
    for (const row of rows) if (!(await hasBytes(dir, row, isDeep))) found.addFault(row.id)
    const last = rows.at(-1)
    if (!last) break
    after = last.id
  }
  // A file in the trash keeps its bytes, or nobody could restore it.
  for (const { item, value: url, other: hash } of await allInTrash(engine, 'File', 'file_url', 'content_hash')) {
    const isThere = await hasBytes(dir, { id: item, url, size: null, hash }, isDeep)
    if (!isThere) found.addFault(`Trash Item ${item}`)
  }
  return found
}

async function hasBytes(dir: string, { url, size, hash }: FileRow, isDeep: boolean): Promise<boolean> {
  const address = addressOf(url)
  if (!address) return /^https?:/i.test(url)
  const path = join(folderOf(dir, address.isPrivate), address.name)
  const there = await stat(path).catch(() => undefined)
  if (!there?.isFile() || (size !== null && there.size !== Number(size))) return false
  return !isDeep || hash === null || hash === '' || (await hashOf(path)) === hash
}

/** Undefined where the disk cannot read the file. */
async function hashOf(path: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk as Buffer)
    return hash.digest('hex')
  } catch {
    return undefined
  }
}

/** Addresses of the bytes on the disk. */
export async function storedUrls(dir: string): Promise<string[]> {
  const found: string[] = []
  for (const isPrivate of [false, true]) {
    const names = await readdir(folderOf(dir, isPrivate)).catch(() => [])
    for (const name of names) if (isStoredName(name)) found.push(urlOf({ name, isPrivate }))
  }
  return found
}

/** Keeps the `urls` that no File names. */
export async function unnamedOf(engine: Engine, urls: readonly string[]): Promise<string[]> {
  const unnamed = new Set(urls)
  for (const names of await Promise.all(placesOfUrls(engine).map((place) => engine.store.all(place)))) {
    for (const { url } of names) unnamed.delete(url)
  }
  return [...unnamed]
}

function placesOfUrls(engine: Engine): Sql<{ url: string }>[] {
  const { table, field } = sqlOf(engine, 'File')
  return [
    sql<{ url: string }>`select ${field('file_url')} as url from ${table} where ${field('file_url')} <> ''`,
    // A file in the trash keeps its bytes; the other values by which it is found are no addresses.
    sql<{ url: string }>`select value as url from trash_key`,
  ]
}
