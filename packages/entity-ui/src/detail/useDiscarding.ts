import type { EntityStore } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { toDraftRecord } from './form-drafts.ts'
import { type Editing, type EditingAction, isDirty } from './record-editing.ts'

interface DiscardingOptions {
  store: EntityStore
  fields: readonly FieldMeta[]
  editing: Editing
  dispatch: (action: EditingAction) => void
}

/** The two ways in which a form discards its draft; Undo restores it. */
export function useDiscarding({ store, fields, editing, dispatch }: DiscardingOptions) {
  const { t } = useI18n()

  const offerBack = (base: EntityRecord, changes: Editing['changes']) => {
    const restore = () => {
      // Another record may be open by then.
      if (store.getSnapshot().activeId !== base.id) return
      dispatch({ type: 'restored', base, changes })
      store.setEditing(true)
    }
    notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: restore } })
  }

  /** Ends editing without saving. */
  const leave = () => {
    if (editing.base && isDirty(editing)) offerBack(editing.base, editing.changes)
    dispatch({ type: 'left' })
    store.setEditing(false)
  }

  /** Bases the form on the current record. */
  const reload = async () => {
    const { changes } = editing
    const wasDirty = isDirty(editing)
    // A failed read discards no draft.
    if (!(await store.reloadRecord())) return
    const fresh = store.getSnapshot().activeEntity
    if (!fresh) return
    const base = toDraftRecord(fresh, fields)
    dispatch({ type: 'reloaded', record: base })
    if (wasDirty) offerBack(base, changes)
  }

  return { leave, reload }
}
