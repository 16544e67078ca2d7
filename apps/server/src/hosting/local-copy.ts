import { connectControl } from './control-client.ts'
import type { SitePlace } from './driver.ts'

/** Answer to the question `copy` of the control socket. */
export interface CopyAnswer {
  /** Version of the program that wrote the data. */
  program: string
  database: 'sqlite' | 'postgres'
  /** Path of the copied store file, or of the dump. */
  data: string
  /** Sums of the tables, where they cannot be worked out from `data`. */
  tables?: { table: string; rows: number; sha256: string }[]
  /** The stored files, by their places below the folder `files` of the site. */
  files: string[]
}

/** A copy of a site; its stored files stand in the site's folder and stay until `release`. */
export interface HeldCopy extends CopyAnswer {
  release(): void
}

/** Time for the copy of the store, in milliseconds. */
const copyTimeout = 3_600_000

/**
 * Has a running site copy its store into the empty folder `target`; undefined when none answers.
 * @throws Error with a sentence
 */
export async function copyRunning(
  { dir, instanceSecret }: Pick<SitePlace, 'dir' | 'instanceSecret'>,
  target: string,
): Promise<HeldCopy | undefined> {
  const client = await connectControl(dir, instanceSecret)
  if (!client) return undefined
  try {
    return { ...(await client.ask<CopyAnswer>('copy', target, copyTimeout)), release: () => client.end() }
  } catch (error) {
    client.end()
    throw error
  }
}
