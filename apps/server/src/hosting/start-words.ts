import { closeSync, constants, openSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostingFault } from './driver.ts'
import { endedEarly, folderFault, noSpace } from './faults.ts'
import type { SiteEnd } from './site-end.ts'

/** A site with less free space than this cannot create its store. */
const minFreeBytes = 1_000_000
const saysFull = /ENOSPC|EDQUOT|disk is full/i

/**
 * Runs `work` with an open file for the output of a starting site. A file, not a pipe: nobody has to read it, and the
 * last words of a site that fails stay.
 * @throws HostingFault when the folder can't be written
 */
export function withStartWords<T>(dir: string, work: (file: number) => T): T {
  const file = openWords(dir)
  try {
    return work(file)
  } finally {
    closeSync(file)
  }
}

/** The reason why a site ended before it answered: a full disk, its own sentence, or how its process ended. */
export async function whyEnded(dir: string, end?: SiteEnd): Promise<HostingFault> {
  const words = readWords(dir)
  if (saysFull.test(words) || (await freeBytes(dir)) < minFreeBytes) return noSpace()
  const [sentence = '', more] = words.trim().split('\n')
  // More than one line is a stack, which belongs in the log and not on the screen.
  return endedEarly(more === undefined ? sentence : '', end)
}

const wordsFile = (dir: string) => join(dir, 'start-errors.txt')

function openWords(dir: string): number {
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants
  try {
    return openSync(wordsFile(dir), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600)
  } catch (error) {
    throw folderFault(error)
  }
}

function readWords(dir: string): string {
  try {
    return readFileSync(wordsFile(dir), 'utf8')
  } catch {
    return ''
  }
}

async function freeBytes(dir: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(dir)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
