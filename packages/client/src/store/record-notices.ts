import type { EntityRecord } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import type { RecordNotice } from './state.ts'

/** Reports changes of the open record to a reader whose draft stays as it is. */
export interface NoticesPart {
  /** Reports that `user` changed the record under the draft; without a draft the record is read again. */
  tellChanged(user: string): Promise<void>
  /** `user` is '' if unknown. */
  tellDeleted(user: string): void
  tellRenamed(user: string, newId: string | null): void
  /** Asks the server whether the edited record has changed in the meantime. */
  checkDraft(): Promise<void>
}

/** `read` reads the open record again. */
export function createNotices({ entity, entities, state }: StoreContext, read: () => Promise<boolean>): NoticesPart {
  const get = state.getSnapshot

  const tellDeleted = (user: string) => state.set({ notice: { kind: 'deleted', user, newId: null } })

  return {
    async tellChanged(user) {
      const { activeId, viewers } = get()
      if (activeId === null) return
      if (!get().isEditing) return void read()
      const name = viewers.find((viewer) => viewer.id === user)?.full_name
      // The form shows the new values; besides, only the server knows the name of a person who has left.
      const fresh = await entities.get(entity, activeId).catch(() => null)
      if (get().activeId !== activeId) return
      if (!get().isEditing) return void read()
      const known =
        fresh?.modified_by === user ? changedBy(fresh) : { ...changed, user, ...(fresh && { record: fresh }) }
      state.set({ notice: { ...known, ...(name && { name }) } })
    },
    tellDeleted,
    tellRenamed: (user, newId) => state.set({ notice: { kind: 'renamed', user, newId } }),
    async checkDraft() {
      const { activeId, activeEntity } = get()
      if (activeId === null) return
      try {
        const fresh = await entities.get(entity, activeId)
        if (get().activeId !== activeId || !get().isEditing || activeEntity !== get().activeEntity) return
        state.set({ activeError: null })
        if (fresh.modified !== activeEntity?.modified) state.set({ notice: changedBy(fresh) })
      } catch (error) {
        if (get().activeId === activeId && toApiError(error).code === 404) tellDeleted('')
      }
    },
  }
}

const changed: RecordNotice = { kind: 'changed', user: '', newId: null }

function changedBy(record: EntityRecord): RecordNotice {
  const { modified_by: user = '', _link_titles: titles } = record
  const name = titles?.modified_by
  return { ...changed, user, record, ...(name !== undefined && { name }) }
}
