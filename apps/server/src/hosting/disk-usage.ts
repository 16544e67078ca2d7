import { existsSync } from 'node:fs'
import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import { roomOf } from '../ground/disk-room.ts'
import type { DiskUsage } from './driver.ts'

/** Bytes of a site's store, files and logs, and the free space of their disk. */
export async function diskUsage(dir: string): Promise<DiskUsage> {
  const [store_bytes, files_bytes, logs_bytes] = await Promise.all(
    ['store', 'files', 'logs'].map((name) => bytesIn(join(dir, name))),
  )
  const bytes = { store_bytes: store_bytes ?? 0, files_bytes: files_bytes ?? 0, logs_bytes: logs_bytes ?? 0 }
  // A site that was removed has no disk.
  return existsSync(dir) ? { ...bytes, ...roomOf(dir) } : bytes
}

/** Files come and go during the walk; a file that is gone counts 0. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0
  try {
    for await (const entry of await opendir(folder)) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) bytes += await bytesIn(path)
      else if (entry.isFile())
        bytes += await lstat(path).then(
          ({ size }) => size,
          () => 0,
        )
    }
  } catch {
    return bytes
  }
  return bytes
}
