import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './site-config.ts'

/** The note in a data folder whose records come out of a backup. */
export interface RestoredMark {
  /** Id of the backup. */
  backup: string
  /** The folder is of another project than the backup, whose Administrator gets the configured password. */
  isNew?: boolean
  /** A command put the records there while no HQ ran, so that no restore was under way. */
  byCommand?: boolean
  /** Tells this change of places from others, where its outcome is asked for over the network. */
  id?: string
}

const pathOf = (dir: string) => join(dir, 'restored.json')

/** Notes in a data folder that its records come out of a backup; the next start settles what follows from that. */
export const markRestored = (dir: string, mark: RestoredMark): void =>
  writePrivateFile(pathOf(dir), `${JSON.stringify(mark)}\n`)

/** The mark of a folder whose records come out of a backup, until a start has settled that. */
export function readRestoredMark(dir: string): RestoredMark | undefined {
  try {
    return JSON.parse(readFileSync(pathOf(dir), 'utf8')) as RestoredMark
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

export const unmarkRestored = (dir: string): void => rmSync(pathOf(dir), { force: true })
