import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'

/** The data folder's note about its records, stored beside them. It reveals records that are missing or were replaced. */
export interface DataMark {
  /** Id of the records; the same id is stored among them. */
  data: string
  /** Minimum age of the records: the same number is stored among them, and only grows. */
  beat: number
  /** open: a process uses the records, or was killed; closing: it was at its last steps; clean: it closed in order. */
  state: 'open' | 'closing' | 'clean'
}

const pathOf = (dir: string) => join(dir, 'store', 'mark.json')

/** Tells an operator how to go on with records that the mark does not fit. */
export const acceptanceHint = (dir: string) => `delete ${pathOf(dir)} to go on with what is left`

/** Whether the folder was ever used, even if its mark is unreadable. */
export const hasMark = (dir: string): boolean => existsSync(pathOf(dir))

/** Returns undefined when the folder was never used, or when its mark was removed or cannot be parsed. */
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
