import { createHash, hash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** Files up to this size are compared with their hash before the first byte is sent. */
export const smallFileBytes = 1_048_576
const piece = 262_144

/**
 * Reads a stored file and compares it with its SHA-256; undefined when a small file differs. For a large one, holds the
 * last piece back until the comparison is done: on a difference it calls `onDamage` and breaks the answer off.
 */
export async function checkedBytes(
  handle: FileHandle,
  size: number,
  wanted: string,
  onDamage: () => void,
): Promise<Buffer | Readable | undefined> {
  if (size > smallFileBytes) return checkedStream(handle, wanted, onDamage)
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(size), 0, size, 0)
  const bytes = buffer.subarray(0, bytesRead)
  return hash('sha256', bytes) === wanted ? bytes : undefined
}

/** Closes the file when the stream closes: a generator that was never read doesn't run its `finally`. */
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
