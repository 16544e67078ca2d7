import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { AttachedFile } from '../../../backup/manifest.ts'
import type { OpenCopy } from '../../../hosting/driver.ts'
import type { HeldSiteCopy } from './copies.ts'

/** Parts that are read side by side. */
const atOnce = 4
const filesFolder = 'files/'

/** The attached files of a copy, by their places below the folder `files`. */
export const attachedIn = ({ parts }: OpenCopy): { path: string; size: number }[] =>
  parts.flatMap(({ path, size }) =>
    path.startsWith(filesFolder) ? [{ path: path.slice(filesFolder.length), size }] : [],
  )

/** Bytes that a copy takes on HQ's disk, and those of all that is copied. */
export interface CopySizes {
  copied: number
  whole: number
}

/** The sizes of a copy of which these files need not be read. */
export function sizesOf({ parts }: OpenCopy, known: readonly AttachedFile[]): CopySizes {
  const sum = (sizes: readonly { size: number }[]) => sizes.reduce((total, { size }) => total + size, 0)
  return { copied: sum(parts) - sum(known), whole: sum(parts) }
}

/**
 * Reads a copy into the empty `folder`, but for the files that are known.
 * @throws HostingFault, or the system's error
 */
export async function readCopy(
  copy: OpenCopy,
  known: readonly AttachedFile[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<Omit<HeldSiteCopy, 'release'>> {
  const skipped = new Set(known.map(({ path }) => `${filesFolder}${path}`))
  const wanted = copy.parts.filter(({ path }) => !skipped.has(path))
  for (let at = 0; at < wanted.length; at += atOnce) {
    const some = wanted.slice(at, at + atOnce)
    await Promise.all(some.map(({ path }) => copy.fetch(path, join(folder, path), signal)))
  }
  const { program, database, tables } = copy
  const config = await readFile(join(folder, 'config.json'))
  return {
    copy: {
      program,
      database,
      tables,
      data: join(folder, copy.data),
      filesFolder: join(folder, filesFolder),
      files: attachedIn(copy).map(({ path }) => path),
      known,
      config,
      siteKey: await readFile(join(folder, 'site.key')),
    },
    databaseUrl: (JSON.parse(config.toString()) as { database?: string }).database,
  }
}
