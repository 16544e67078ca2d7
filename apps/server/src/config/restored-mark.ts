import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from './site-config.ts'

const pathOf = (dir: string) => join(dir, 'restored.json')

/** Notes in a data folder that its records come out of a backup; the next start settles what follows from that. */
export const markRestored = (dir: string, backup: string): void =>
  writePrivateFile(pathOf(dir), `${JSON.stringify({ backup })}\n`)

/** Whether the records of a folder come out of a backup and no start has settled that yet. */
export const isMarkedRestored = (dir: string): boolean => existsSync(pathOf(dir))

export const unmarkRestored = (dir: string): void => rmSync(pathOf(dir), { force: true })
