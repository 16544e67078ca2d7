import { lstat, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { DiskUsage } from './driver.ts'

/** Bytes of a site's store, files and logs. */
export async function diskUsage(dir: string): Promise<DiskUsage> {
  const [store_bytes, files_bytes, logs_bytes] = await Promise.all(
    ['store', 'files', 'logs'].map((name) => bytesIn(join(dir, name))),
  )
  return { store_bytes: store_bytes ?? 0, files_bytes: files_bytes ?? 0, logs_bytes: logs_bytes ?? 0 }
}

/** Files come and go while this looks; what is gone counts for nothing. */
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
