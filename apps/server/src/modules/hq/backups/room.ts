import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { StorePlace } from '../../../backup/store-place.ts'
import { notEnoughRoom, roomOf } from '../../../ground/disk-room.ts'
import { BackupFault } from './faults.ts'

/** A disk with less free space than this counts as full. Bytes. */
const reserve = 16_777_216

/** Bytes that will be written to a folder, which need not be there yet. */
export interface Need {
  folder: string
  bytes: number
}

/**
 * Refuses work whose disks have not the room, before its first byte; needs of the same disk add up.
 * @throws BackupFault
 */
export function requireRoom(needs: readonly Need[]): void {
  const disks = new Map<number, Need>()
  for (const { folder, bytes } of needs) {
    const there = nearestFolder(folder)
    const { dev } = statSync(there)
    disks.set(dev, { folder: there, bytes: (disks.get(dev)?.bytes ?? reserve) + bytes })
  }
  for (const { folder, bytes } of disks.values()) {
    const free = roomOf(folder).free_bytes
    if (free >= bytes) continue
    throw new BackupFault(notEnoughRoom(bytes, free))
  }
}

/** The disk of a folder, or of the folder that it will be made in; a bucket is on none. */
export function diskOf(place: StorePlace | string): number | undefined {
  if (typeof place !== 'string' && place.type !== 'Folder') return undefined
  return statSync(nearestFolder(typeof place === 'string' ? place : place.folder)).dev
}

function nearestFolder(folder: string): string {
  for (let path = folder; ; path = dirname(path)) {
    if (statSync(path, { throwIfNoEntry: false })?.isDirectory() || path === dirname(path)) return path
  }
}
