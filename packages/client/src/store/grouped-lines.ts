import type { EntityRecord } from '@tavla/contract'
import type { ApiError } from '../api-error.ts'
import type { EntityState } from './state.ts'

/** One line of a list with groups. */
export interface GroupLine {
  /** `wait`: a record that is not read yet; `fault`: the records from here on could not be read. */
  kind: 'head' | 'record' | 'wait' | 'fault'
  /** The key of its group. */
  group: string
  /** Index among the records of its group. */
  at: number
  error?: ApiError
}

/** The lines of a list with groups, and the same as rows: those that are no records have an id that no record has. */
export interface GroupLines {
  lines: readonly GroupLine[]
  rows: readonly EntityRecord[]
}

export interface LineGroup {
  key: string
  count: number
  isOpen: boolean
  /** The records read so far; undefined before the first read. */
  state: EntityState | undefined
}

/** The line of a group's head among the rows. */
export const headId = (key: string): string => `\n${key}`

/** True for a row that is a record, read or not. */
export const isRecordRow = ({ id }: EntityRecord): boolean => !id.startsWith('\n')

/** Heads and the records below open ones; a page of room stands for records that are still to be read. */
export function linesOf(groups: readonly LineGroup[], page: number): GroupLines {
  const lines: GroupLine[] = []
  const rows: EntityRecord[] = []
  const add = (line: GroupLine, row: EntityRecord) => {
    lines.push(line)
    rows.push(row)
  }
  for (const { key: group, count, isOpen, state } of groups) {
    const id = headId(group)
    add({ kind: 'head', group, at: -1 }, { id })
    if (!isOpen) continue
    const read = state?.activeList ?? []
    for (const [at, record] of read.entries()) add({ kind: 'record', group, at }, record)
    if (state?.error) {
      add({ kind: 'fault', group, at: read.length, error: state.error }, { id: `${id}\nfault` })
      continue
    }
    const total = state && state.status === 'ready' ? state.listInfo.totalCount : count
    for (let at = read.length; at < Math.min(total, read.length + page); at++)
      add({ kind: 'wait', group, at }, { id: `${id}\n${at}` })
  }
  return { lines, rows }
}
