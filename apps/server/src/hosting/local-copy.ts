import { connectControl } from './control-client.ts'
import type { CopyAnswer } from './copy-parts.ts'
import type { SitePlace } from './driver.ts'

/** A copy of a site; its stored files stand in the site's folder and stay until `release`. */
export interface HeldCopy extends CopyAnswer {
  release(): void | Promise<void>
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
