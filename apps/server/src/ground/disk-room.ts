import { statfsSync } from 'node:fs'
import type { DiskRoom } from '@tavla/contract'

/** Free and total bytes of the disk that holds a folder. */
export function roomOf(folder: string): DiskRoom {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}
