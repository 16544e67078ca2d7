import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { createRecord, systemContext, updateRecord } from '../../entity/index.ts'
import type { FileArea } from '../../files/area.ts'
import type { Site } from '../../site.ts'
import { type FileRow, rowsOfUrl } from './rows.ts'

/** The site's stored bytes and their records. */
export interface CheckedParts {
  site: Site
  area: FileArea
}

/** Runs between two pieces of a file; resolves to false to stop reading. */
export type Pause = (bytes: number) => Promise<boolean>

const piece = 262_144

/**
 * Compares the stored bytes of `url` with the hash of its File records, and marks or clears the records. A record
 * without a hash gets that of its bytes if their length is right.
 */
export async function checkFile(parts: CheckedParts, url: string, pause: Pause = async () => true): Promise<void> {
  const { engine } = parts.site
  const [row] = await rowsOfUrl(engine, engine.store, url)
  const path = parts.area.pathOf(url)
  if (!row || !path) return
  const first = await readHash(path, pause)
  if (first === 'stopped') return
  // Bytes and their records change together under this lock, so a file that was deleted or moved meanwhile is not
  // damaged.
  await parts.area.runExclusively(row.content_hash ?? '', async () => {
    const rows = await rowsOfUrl(engine, engine.store, url)
    // A file that was deleted and uploaded again during the read is read once more under the lock.
    const found = first && isWhole(row, first) ? first : await readHash(path)
    if (found === 'stopped') return
    const isGood = found !== undefined && isWhole(row, found)
    for (const one of rows) await note(parts, one, isGood, found)
    if (!isGood && rows.length > 0) await parts.area.removeScaled(url)
  })
}

interface FileHash {
  size: number
  hash: string
}

function isWhole({ content_hash: hash, file_size: size }: FileRow, found: FileHash): boolean {
  return hash ? found.hash === hash : size === null || Number(size) === found.size
}

async function note({ site }: CheckedParts, row: FileRow, isGood: boolean, found: FileHash | undefined): Promise<void> {
  const ctx = systemContext(site.engine)
  const isMarked = row.status === 'Damaged'
  if (isGood && (isMarked || !row.content_hash)) {
    const values = { status: null, ...(row.content_hash ? {} : { content_hash: found?.hash }) }
    await updateRecord(site.engine, ctx, 'File', row.id, { id: row.id, ...values })
    if (isMarked) site.logs.server.info({ file: row.id, name: row.file_name }, 'a damaged file is good again')
  }
  if (isGood || isMarked) return
  await updateRecord(site.engine, ctx, 'File', row.id, { id: row.id, status: 'Damaged' })
  const traceback = describe(row, found)
  site.logs.error.error({ file: row.id, name: row.file_name }, traceback)
  const title = `Damaged file: ${row.file_name}`.slice(0, 140)
  await createRecord(site.engine, ctx, 'Error Log', { title, level: 'Error', path: row.file_url, traceback })
}

function describe({ id, file_name, file_url, file_size, content_hash }: FileRow, found: FileHash | undefined): string {
  const stored = `File ${id} (${file_name}, ${file_url}) was stored with ${file_size} bytes, SHA-256 ${content_hash ?? 'unknown'}.`
  const now = found
    ? `The disk holds ${found.size} bytes, SHA-256 ${found.hash}.`
    : 'The disk does not hold it, or cannot read it.'
  return `${stored}\n${now}\nPut the file back from a backup, or delete its record and upload it again.`
}

/** Undefined when the file is gone or the disk can't read it; throws any other fault. */
async function readHash(path: string, pause: Pause = async () => true): Promise<FileHash | undefined | 'stopped'> {
  let handle: FileHandle | undefined
  try {
    handle = await open(path, 'r')
    return await hashOf(handle, pause)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'EIO' || code === 'EISDIR') return undefined
    throw error
  } finally {
    await handle?.close()
  }
}

async function hashOf(handle: FileHandle, pause: Pause): Promise<FileHash | 'stopped'> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(piece)
  for (let size = 0; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, piece, size)
    if (bytesRead === 0) return { size, hash: hash.digest('hex') }
    hash.update(buffer.subarray(0, bytesRead))
    size += bytesRead
    if (!(await pause(bytesRead))) return 'stopped'
  }
}
