import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const piece = 262_144

/**
 * Writes all of `bytes` at `position`: the system may take fewer bytes than it was given and call that a success, which
 * is what it does at the end of a disk.
 * @throws the system's error, `ENOSPC` too when the disk takes nothing more without saying so
 */
export async function writeWhole(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written)
    if (bytesWritten === 0) throw noSpace()
    written += bytesWritten
  }
}

/**
 * Compares what lies in the file from `start` on with what was received: its length, then its SHA-256 (hex).
 * @throws BytesLost when they differ
 */
export async function requireBytes(handle: FileHandle, start: number, size: number, hash: string): Promise<void> {
  const { size: length } = await handle.stat()
  if (length !== start + size) throw new BytesLost(`${length} bytes on disk, ${start + size} received`)
  if ((await hashOf(handle, start)) !== hash) throw new BytesLost('other bytes on disk than were received')
}

/** The disk holds other bytes than it was given. */
export class BytesLost extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'BytesLost'
  }
}

async function hashOf(handle: FileHandle, start: number): Promise<string> {
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(piece)
  for (let at = start; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, piece, at)
    if (bytesRead === 0) return hash.digest('hex')
    hash.update(buffer.subarray(0, bytesRead))
    at += bytesRead
  }
}

function noSpace(): Error {
  return Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
}
