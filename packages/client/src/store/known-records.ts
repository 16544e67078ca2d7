import type { EntityRecord } from '@tavla/contract'
import { isRead } from './rows.ts'
import type { EntityState } from './state.ts'

/** Records that were read lately, kept for those who come back to them. */
const maxRecords = 20

/** What is known of records before they are read anew. */
export interface KnownRecords {
  /** Keeps a record that was just read; the one read longest ago makes room for it. */
  keep(record: EntityRecord): void
  /** Takes over a newer state of a record that is kept. */
  renew(record: EntityRecord): void
  forget(id: string): void
  /** The record as it was read before, or what the list knows of it; null where neither does. */
  find(id: string, state: EntityState): EntityRecord | null
}

export function createKnownRecords(): KnownRecords {
  /** By id, the one read last at the end. */
  const kept = new Map<string, EntityRecord>()

  const keep = (record: EntityRecord) => {
    kept.delete(record.id)
    kept.set(record.id, record)
    for (const oldest of kept.keys()) if (kept.size > maxRecords) kept.delete(oldest)
  }

  return {
    keep,
    renew(record) {
      if (kept.has(record.id)) keep(record)
    },
    forget: (id) => void kept.delete(id),
    find(id, { activeId, activeEntity, activeList }) {
      if (activeId === id && activeEntity) return activeEntity
      const row = activeList.find((one) => one.id === id && isRead(one))
      const former = kept.get(id)
      // Where the list has heard of a change, its few values are worth more than all former ones.
      return former && (!row || row.modified === former.modified) ? former : (row ?? null)
    },
  }
}
