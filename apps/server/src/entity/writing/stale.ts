import { staleRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { StoredRow } from '../tables/rows.ts'

/** @throws Problem 409 when the sent `modified` differs from the record's current one, as answers show it */
export function refuseStale(engine: Engine, stored: StoredRow, modified: unknown): void {
  const now = engine.clock.toWall(String(stored.modified))
  if (modified === undefined || modified === null || modified === now) return
  throw staleRecord(now, String(stored.modified_by))
}
