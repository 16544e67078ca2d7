import { statfsSync } from 'node:fs'
import type { DiskRoom, Message } from '@tavla/contract'

/** Free and total bytes of the disk that holds a folder. */
export function roomOf(folder: string): DiskRoom {
  const { bavail, blocks, bsize } = statfsSync(folder)
  return { free_bytes: bavail * bsize, total_bytes: blocks * bsize }
}

/** Tells that a disk has not the room for what has to be written to it. */
export const notEnoughRoom = (needed: number, free: number): Message => ({
  text: 'There is not enough disk space: {0} needed, {1} free.',
  args: [sizeText(needed), sizeText(free)],
})

function sizeText(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1000
  return `${unit === 0 || size >= 100 ? Math.ceil(size) : size.toFixed(1)} ${units[unit]}`
}
