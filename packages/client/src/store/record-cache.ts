import type { EntityRecord } from '@tavla/contract'
import { isRead } from './rows.ts'
import type { EntityState } from './state.ts'

/** Maximum number of recently read records in the cache. */
const maxRecords = 20

/** A cache of records, shown while they are read again. */
export interface RecordCache {
  /** Caches a record that was just read, in place of the one read longest ago. */
  keep(record: EntityRecord): void
  /** Updates a cached record with a newer state. */
  renew(record: EntityRecord): void
  forget(id: string): void
  /** The cached record, or its values in the list; null if neither has it. */
  find(id: string, state: EntityState): EntityRecord | null
}

export function createRecordCache(): RecordCache {
  /** By id, the record read last at the end. */
  const records = new Map<string, EntityRecord>()

  const keep = (record: EntityRecord) => {
    records.delete(record.id)
    records.set(record.id, record)
    for (const oldest of records.keys()) if (records.size > maxRecords) records.delete(oldest)
  }

  return {
    keep,
    renew(record) {
      if (records.has(record.id)) keep(record)
    },
    forget: (id) => void records.delete(id),
    find(id, { activeId, activeEntity, activeList }) {
      if (activeId === id && activeEntity) return activeEntity
      const row = activeList.find((one) => one.id === id && isRead(one))
      const former = records.get(id)
      // The list knows a newer state: its few values are worth more than the old record.
      return former && (!row || row.modified === former.modified) ? former : (row ?? null)
    },
  }
}
