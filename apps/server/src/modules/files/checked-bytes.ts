import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Up to so many bytes a file is compared with its hash before the first of them leaves. */
export const atOnce = 1_048_576
const piece = 262_144

/**
 * The bytes of a stored file, compared with their SHA-256 as they are read; undefined when a small one differs. Of a large one the
 * last piece stays back until all are compared: `onDamage` is told, and the answer breaks off instead of ending.
 */
export async function checkedBytes(
  handle: FileHandle,
  size: number,
  wanted: string,
  onDamage: () => void,
): Promise<Buffer | Readable | undefined> {
  if (size > atOnce) return checkedStream(handle, wanted, onDamage)
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0)
  const bytes = buffer.subarray(0, bytesRead)
  return hash('sha256', bytes) === wanted ? bytes : undefined
}

/** Closes the file with its own end, however early: a generator that nobody began to read never comes to its `finally`. */
function checkedStream(handle: FileHandle, wanted: string, onDamage: () => void): Readable {
  const stream = Readable.from(checkedPieces(handle, wanted, onDamage), { objectMode: false })
  stream.once('close', () => void handle.close())
  return stream
}

async function* checkedPieces(handle: FileHandle, wanted: string, onDamage: () => void): AsyncGenerator<Buffer> {
  const found = createHash('sha256')
  let last: Buffer | undefined
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(piece), 0, piece, position)
    if (bytesRead === 0) break
    if (last) yield last
    last = buffer.subarray(0, bytesRead)
    found.update(last)
    position += bytesRead
  }
  if (found.digest('hex') !== wanted) {
    onDamage()
    throw new Error('The stored bytes are not those that were kept.')
  }
  if (last) yield last
}
