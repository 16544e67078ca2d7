import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'

const piece = 262_144

/**
 * Writes all of `bytes` at `position`. The system may write fewer bytes than it was given and report success, which it
 * does at the end of a disk.
 * @throws the system's error, also `ENOSPC` when the disk silently accepts no more
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
 * Verifies the file from `start` on against the received bytes: its length, then its SHA-256 (hex).
 * @throws ByteMismatch when they differ
 */
export async function requireBytes(handle: FileHandle, start: number, size: number, hash: string): Promise<void> {
  const { size: length } = await handle.stat()
  if (length !== start + size) throw new ByteMismatch(`${length} bytes on disk, ${start + size} received`)
  if ((await hashOf(handle, start)) !== hash) throw new ByteMismatch('other bytes on disk than were received')
}

/** The disk holds other bytes than were written. */
export class ByteMismatch extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ByteMismatch'
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
