import type { GroupLine } from '@tavla/client/grouped'
import type { EntityRecord } from '@tavla/contract'
import { useMemo } from 'react'
import { listSizes } from '../list/list-sizes.ts'
import { type LineTops, lineTops } from './line-tops.ts'

/** Height of the head of a group in a list, in CSS pixels; groups.css has it too. */
export const headHeight = 44

const isLow = ({ kind }: GroupLine) => kind === 'head' || kind === 'fault'

/** Where the lines of a list stand. */
export const useLineTops = (rows: readonly EntityRecord[], lines: readonly GroupLine[]): LineTops =>
  useMemo(
    () =>
      lineTops(
        lines.map((line, at) => ({ id: rows[at]?.id ?? '', size: isLow(line) ? headHeight : listSizes.rowHeight })),
      ),
    [rows, lines],
  )
