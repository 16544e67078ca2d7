import { limits } from '@tavla/contract'
import type { Compared, Stamp } from '../../../entity/index.ts'

export type RecordState = Compared['state']

/** The records of a list, in its order. */
export interface Stamped {
  /** The table of its entity, which a renamed entity keeps. */
  table: string
  stamps: Stamp[]
  /** Of the whole list. */
  count: number
}

/** The project as it is now. */
interface Now {
  /** Which of these it has no longer, and which were written since. */
  since: (table: string, stamps: readonly Stamp[]) => Promise<{ missing: string[]; touched: string[] }>
  /** At most 100 ids. */
  compare: (ids: readonly string[]) => Promise<readonly Compared[]>
}

/** Stamps that one order to the project holds. */
const blockSize = 5_000

export interface SortedByState {
  /** Ids in the order of the list; those of `Same` are counted alone. */
  ids: Record<Exclude<RecordState, 'Same'>, string[]>
  counts: Record<RecordState, number>
  /** Records whose state is known, of `total`. */
  compared: number
  total: number
}

/**
 * Finds out which records of a list are missing and which have changed. Ids and times alone tell that of most; only those
 * that were written since are compared, as far as the limits go.
 */
export async function sortByState({ table, stamps, count }: Stamped, now: Now): Promise<SortedByState> {
  const missing: string[] = []
  const touched: string[] = []
  for (let at = 0; at < stamps.length; at += blockSize) {
    const found = await now.since(table, stamps.slice(at, at + blockSize))
    missing.push(...found.missing)
    touched.push(...found.touched)
  }
  const changed: string[] = []
  const most = Math.min(touched.length, limits.statedChanges)
  for (let at = 0; at < most; at += limits.comparedRecords) {
    const records = await now.compare(touched.slice(at, Math.min(most, at + limits.comparedRecords)))
    for (const { id, state } of records) if (state === 'Changed') changed.push(id)
  }
  const compared = stamps.length - (touched.length - most)
  const counts = {
    Missing: missing.length,
    Changed: changed.length,
    Same: compared - missing.length - changed.length,
  }
  return { ids: { Missing: missing, Changed: changed }, counts, compared, total: count }
}
