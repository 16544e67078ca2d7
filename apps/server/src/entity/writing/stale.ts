import { staleRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { StoredRow } from '../tables/rows.ts'

/** @throws Problem 409 where a caller stands on another `modified` than the record's, as its answers show it */
export function refuseStale(engine: Engine, stored: StoredRow, modified: unknown): void {
  const now = engine.clock.toWall(String(stored.modified))
  if (modified === undefined || modified === null || modified === now) return
  throw staleRecord(now, String(stored.modified_by))
}
