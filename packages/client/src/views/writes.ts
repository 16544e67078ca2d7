import type { EntityRecord, LinkSuggestion } from '@tavla/contract'
import { createApi } from '../api.ts'
import { entityCalls } from '../calls/entities.ts'
import type { Client } from '../client.ts'
import type { SavedView } from './cache.ts'

/** The entity of views. */
export const viewEntity = 'List View'

/** Writes of views, after each of which the views of their entity are read again; all throw ApiError. */
export interface ViewWrites {
  create(entity: string, fields: Readonly<Record<string, unknown>>): Promise<SavedView>
  update(entity: string, fields: Readonly<Record<string, unknown>> & { id: string }): Promise<SavedView>
  remove(entity: string, id: string): Promise<void>
  /** Sets the order of views, as one operation. */
  arrange(entity: string, ids: readonly string[]): Promise<void>
  /** The roles for which a view can be. */
  roles(txt: string): Promise<readonly LinkSuggestion[]>
}

/** Writes views of a client's backend; the caller shows failures. */
export function viewWrites({ host, views }: Client): ViewWrites {
  const entities = entityCalls(createApi(host, () => undefined))
  const readAgain = async (entity: string, record: EntityRecord) => {
    // The write stands even where the reading fails.
    await views.load(entity).catch(() => undefined)
    return views.find(entity, record.id) ?? ({ missing: [], ...record } as unknown as SavedView)
  }
  return {
    create: async (entity, fields) =>
      readAgain(entity, await entities.create(viewEntity, { ref_entity: entity, ...fields })),
    update: async (entity, fields) => readAgain(entity, (await entities.update(viewEntity, fields)).entity),
    async remove(entity, id) {
      await entities.remove(viewEntity, id)
      await views.load(entity).catch(() => undefined)
    },
    async arrange(entity, ids) {
      await entities.bulkUpdate(
        viewEntity,
        ids.map((id, index) => ({ id, view_order: index + 1 })),
      )
      await views.load(entity).catch(() => undefined)
    },
    roles: (txt) => entities.suggestLinks({ entity: 'Role', txt, reference_entity: viewEntity }),
  }
}
