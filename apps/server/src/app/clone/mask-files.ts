import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from '@tavla/contract'
import {
  type Engine,
  eraseRecords,
  find,
  type Masks,
  personalFileAddresses,
  personalPaths,
  setSilently,
} from '../../entity/index.ts'
import { addressOf, storedNameFor, urlOf } from '../../files/names.ts'

interface StoredFile {
  id: string
  file_name: unknown
  file_url: unknown
  folder: unknown
  content_hash: unknown
  is_private: unknown
  attached_to_entity: unknown
}

/**
 * Removes the files of personal fields, of records with such fields, of emptied entities and of no record, and gives
 * the others names that say nothing. Resolves to the new address of each former one; `placeholder` stands for those
 * that are gone.
 */
export async function maskFiles(
  { engine, dir, masks }: { engine: Engine; dir: string; masks: Masks },
  emptied: ReadonlySet<string>,
  placeholder: string,
): Promise<(address: string) => string | undefined> {
  const [files, personal] = [await storedFiles(engine), await personalFileAddresses(engine)]
  const withPersonal = personalPaths(engine)
  const isGone = (file: StoredFile) => {
    const entity = typeof file.attached_to_entity === 'string' ? file.attached_to_entity : undefined
    if (personal.has(textOf(file.file_url)) || emptied.has(entity ?? '')) return true
    return file.is_private === 1 && (entity === undefined || withPersonal.has(entity))
  }
  const stay = files.filter((file) => file.file_url !== placeholder && !isGone(file))
  const moved = new Map([[placeholder, placeholder]])
  for (const file of stay) await renameFile({ engine, dir, masks }, file, moved)
  const gone = files.filter((file) => file.file_url !== placeholder && isGone(file))
  await eraseRecords(
    engine,
    'File',
    gone.map(({ id }) => id),
  )
  await keepOnly(dir, new Set(moved.values()))
  // An address without a file has nothing to show either.
  return (address) => moved.get(address) ?? (addressOf(address) ? placeholder : undefined)
}

async function storedFiles(engine: Engine): Promise<StoredFile[]> {
  const fields = ['file_name', 'file_url', 'folder', 'content_hash', 'is_private', 'attached_to_entity'] as const
  return (await find(engine, 'File', { fields, order: 'made' })) as StoredFile[]
}

/** Records that share bytes share the new name. */
async function renameFile(
  { engine, dir, masks }: { engine: Engine; dir: string; masks: Masks },
  file: StoredFile,
  moved: Map<string, string>,
): Promise<void> {
  const file_name = maskedName(masks, textOf(file.file_name) || 'file')
  const [from, hash] = [textOf(file.file_url), textOf(file.content_hash)]
  const address = addressOf(from)
  if (address && !moved.has(from)) {
    const named = (digits: number) =>
      urlOf({ ...address, name: storedNameFor(file_name, hash || '0'.repeat(64), digits) })
    const to = existsSync(pathOf(dir, named(6))) ? named(64) : named(6)
    if (existsSync(pathOf(dir, from))) await rename(pathOf(dir, from), pathOf(dir, to))
    moved.set(from, to)
  }
  const file_url = moved.get(from) ?? null
  await engine.store.write((tx) =>
    setSilently(engine, tx, 'File', file.id, {
      file_name,
      file_url,
      folder: maskedFolder(masks, textOf(file.folder)),
      thumbnail_url: file_url && `${file_url}?thumb=1`,
    }),
  )
}

/** The folder that every file is in first says nothing. */
const maskedFolder = (masks: Masks, folder: string) =>
  folder
    .split('/')
    .map((part) => (part === 'Home' ? part : masks.text(part, false)))
    .join('/')

function maskedName(masks: Masks, name: string): string {
  const [, base = name, extension = ''] = /^(.+)(\.[A-Za-z0-9]{1,10})$/s.exec(name) ?? []
  return `${masks.text(base, false)}${extension}`
}

/** Deletes all bytes that no address names, and everything that was made of them or is unfinished. */
async function keepOnly(dir: string, addresses: ReadonlySet<string>): Promise<void> {
  for (const isPrivate of [false, true]) {
    const folder = join(dir, 'files', isPrivate ? 'private' : 'public')
    for (const name of await readdir(folder)) {
      if (!addresses.has(urlOf({ name, isPrivate }))) await rm(join(folder, name), { recursive: true })
    }
  }
  for (const made of ['incoming', 'scaled']) await rm(join(dir, 'files', made), { recursive: true, force: true })
}

function pathOf(dir: string, url: string): string {
  const address = addressOf(url)
  if (!address) throw new Error(`${url} is no address of a stored file`)
  return join(dir, 'files', address.isPrivate ? 'private' : 'public', address.name)
}
