import { constants } from 'node:fs'
import { type FileHandle, lstat, open, opendir } from 'node:fs/promises'
import { join } from 'node:path'
import type { LogFile, LogReader } from './driver.ts'
import { pageOf } from './log-lines.ts'
import { searchFiles } from './log-search.ts'

const maxFiles = 100
const plainName = /^[A-Za-z0-9][A-Za-z0-9._-]*$/

/**
 * Reads the log files of the site in `dir`: only files that its `logs` folder lists (reference: hosting, Log calls).
 */
export function logReader(dir: string): LogReader {
  const folder = join(dir, 'logs')
  const find = async (file: string) =>
    (await listFiles(folder)).find(({ name, path }) => file === name || file === path)
  return {
    list: () => listFiles(folder),
    async lines(name, query) {
      const file = await find(name)
      return (
        file &&
        withFile(folder, file, async (handle, size) => ({ ...file, size, ...(await pageOf(handle, size, query)) }))
      )
    },
    async search(wanted) {
      const listed = await listFiles(folder)
      const chosen = wanted.file === undefined ? undefined : await find(wanted.file)
      if (wanted.file !== undefined && !chosen) return undefined
      return searchFiles(chosen ? [chosen] : listed, wanted, (file, work) => withFile(folder, file, work))
    },
  }
}

/** Regular files directly in the folder, newest first. */
async function listFiles(folder: string): Promise<LogFile[]> {
  const files: LogFile[] = []
  // The folder itself may not be a link either.
  if (!(await lstat(folder).catch(() => undefined))?.isDirectory()) return files
  for await (const { name } of await opendir(folder)) {
    if (!plainName.test(name)) continue
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (!found?.isFile()) continue
    files.push({ name, path: `logs/${name}`, type: 'log', size: found.size, modified: found.mtimeMs })
  }
  return files.sort((a, b) => b.modified - a.modified || (a.name < b.name ? -1 : 1)).slice(0, maxFiles)
}

/** Opens a listed file without following a link that took its place; undefined when it is gone. */
async function withFile<T>(
  folder: string,
  { name }: LogFile,
  work: (handle: FileHandle, size: number) => Promise<T>,
): Promise<T | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(() => undefined)
  if (!handle) return undefined
  try {
    const found = await handle.stat()
    return found.isFile() ? await work(handle, found.size) : undefined
  } finally {
    await handle.close()
  }
}
