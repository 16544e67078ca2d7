import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'

/** What the folder remembers of its records, beside them: so that others in their place, or none, are noticed. */
export interface DataMark {
  /** Which records: the same id stands among them. */
  data: string
  /** How new they are at least: the number stands among them, and only grows. */
  beat: number
  /** Open: a process has them, or was killed; closing: it was at its last steps; clean: all was put away. */
  state: 'open' | 'closing' | 'clean'
}

const pathOf = (dir: string) => join(dir, 'store', 'mark.json')

/** What an operator may do to go on with records that the mark does not fit. */
export const howToAccept = (dir: string) => `delete ${pathOf(dir)} to go on with what is left`

/** Whether the folder was used, be its mark readable or not. */
export const hasMark = (dir: string): boolean => existsSync(pathOf(dir))

/** Undefined in a folder that was never used, or whose mark was taken away or cannot be understood. */
export function readMark(dir: string): DataMark | undefined {
  try {
    const mark = JSON.parse(readFileSync(pathOf(dir), 'utf8')) as Partial<DataMark> | null
    const isMark = typeof mark?.data === 'string' && Number.isSafeInteger(mark.beat) && typeof mark.state === 'string'
    return isMark ? (mark as DataMark) : undefined
  } catch {
    return undefined
  }
}

export function writeMark(dir: string, mark: DataMark): void {
  writePrivateFile(pathOf(dir), `${JSON.stringify(mark)}\n`)
}

export function removeMark(dir: string): void {
  rmSync(pathOf(dir), { force: true })
}
