import { type RestoreChoice, type RestoredRecord, textOrNull } from '@tavla/contract'
import type { Api } from '../api.ts'
import type { entityCalls } from './entities.ts'

/** A deleted record in the trash. */
export interface RestorableItem {
  id: string
  /** The operation that deleted it. */
  operation: string | null
}

/** Calls on deleted records (reference: http-api, Trash); all throw ApiError. */
export const trashCalls = (api: Api, entities: ReturnType<typeof entityCalls>) => ({
  /** The newest item of a deleted record, if this user may restore it; else null. */
  restorable: async (entity: string, id: string): Promise<RestorableItem | null> => {
    const filters = { ref_entity: entity, ref_id: id }
    const query = { filters, order_by: 'deleted_at desc', limit_page_length: 1, fields: ['id'] }
    const [newest] = (await entities.list('Trash Item', query)).data
    const item = newest && (await entities.get('Trash Item', newest.id))
    return item?.can_restore === 1 ? { id: item.id, operation: textOrNull(item.operation_id) } : null
  },
  restore: (itemId: string, choice: RestoreChoice = {}) =>
    entities.runAction<RestoredRecord>('Trash Item', itemId, 'restore', choice),
  /** Erases the deleted records of an entity for ever, or all that this user may delete; answers their number. */
  empty: async (entity: string | null) =>
    (await api.post<{ purged: number }>('/api/app/empty_trash', { entity })).purged,
  /** The number of items that `empty` would erase. */
  countErasable: async (entity: string | null) =>
    (await api.post<{ purged: number }>('/api/app/empty_trash', { entity, dry_run: 1 })).purged,
})
