import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useCallback, useState } from 'react'
import { useEnvironment } from '../environment.ts'
import { untilUploaded } from '../upload/under-way.ts'
import { checkFields } from './check-fields.ts'
import { fromDraft, toDraftRecord } from './form-drafts.ts'
import { isDirty, saveBody, shownValues } from './record-editing.ts'
import { say } from './say-message.ts'
import { useEditing } from './useEditing.ts'
import { useFieldSaves } from './useFieldSaves.ts'
import { useRefusal } from './useRefusal.ts'

type Body = Readonly<Record<string, unknown>>

/** Called with the body of a save: returns the body to send, or null to continue editing. Its errors are shown. */
export type ConfirmSave = (body: Body) => Promise<Body | null>

/**
 * The open record of a store as a form: its values, its draft and its actions. Failures never throw. `change` and
 * `saveField` are stable between renderings.
 */
export function useRecordForm(
  state: EntityState,
  store: EntityStore,
  onError: (error: unknown) => void,
  confirmSave: ConfirmSave = sendAsIs,
) {
  const { t } = useI18n()
  const { onSaved } = useEnvironment()
  const { editing, now, dispatch } = useEditing()
  const [isSaving, setSaving] = useState(false)
  const { activeEntity: stored, meta, notice } = state
  const fields = meta?.doc_meta.fields ?? none
  const refuse = useRefusal({ fields, store, dispatch, onError })
  const fieldSaves = useFieldSaves({ store, now, dispatch, refuse })

  const begin = () => {
    if (!stored || state.activeStatus !== 'ready' || editing.isEditing) return
    fieldSaves.forget()
    dispatch({ type: 'began', record: toDraftRecord(stored, fields) })
    store.setEditing(true)
  }

  const leave = () => {
    const { base, changes } = editing
    if (base && isDirty(editing)) {
      const restore = () => {
        // Another record may be open by then.
        if (store.getSnapshot().activeId !== base.id) return
        dispatch({ type: 'restored', base, changes })
        store.setEditing(true)
      }
      notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: restore } })
    }
    dispatch({ type: 'left' })
    store.setEditing(false)
  }

  const save = async (): Promise<boolean> => {
    if (!editing.base || isSaving) return false
    const complaints = checkFields(fields, shownValues(editing, editing.base), meta?.links)
    if (Object.keys(complaints).length > 0) {
      const errors = Object.entries(complaints).map(([fieldname, message]) => [fieldname, say(t, message)])
      dispatch({ type: 'refused', errors: Object.fromEntries(errors) })
      return false
    }
    setSaving(true)
    try {
      // A running upload belongs to the save: its field saves itself when the file arrives.
      await untilUploaded()
      await fieldSaves.ended()
      const draft = now()
      if (!draft.isEditing) return false
      const isChanged = isDirty(draft) || fieldSaves.hasSaved()
      if (draft.base && isDirty(draft)) {
        const body = await confirmSave(saveBody(draft, (name, value) => fromDraft(fields, name, value)))
        if (!body) return false
        const record = await store.update(draft.base.id, body)
        onSaved(state.entity, record, body)
      }
      dispatch({ type: 'saved' })
      store.setEditing(false)
      if (isChanged) notify(t('Saved'), { tone: 'success', duration: 2500 })
      else notify(t('Nothing was changed'), { duration: 2500 })
      return true
    } catch (error) {
      refuse(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  const change = useCallback(
    (fieldname: string, value: unknown) => dispatch({ type: 'typed', fieldname, value }),
    [dispatch],
  )

  /** Bases the form on the current record; a discarded draft can be restored. */
  const reload = async () => {
    const { changes } = editing
    const wasDirty = isDirty(editing)
    // A failed read discards no draft.
    if (!(await store.reloadRecord())) return
    const fresh = store.getSnapshot().activeEntity
    if (!fresh) return
    const base = toDraftRecord(fresh, fields)
    dispatch({ type: 'reloaded', record: base })
    if (!wasDirty) return
    const restore = () => dispatch({ type: 'restored', base, changes })
    notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: restore } })
  }

  /** True if the record was deleted. */
  const remove = async (query?: Body): Promise<boolean> => {
    if (!stored || isSaving) return false
    setSaving(true)
    try {
      await store.remove(stored.id, query)
      dispatch({ type: 'left' })
      store.setEditing(false)
      return true
    } catch (error) {
      onError(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  const changedBy = editing.changedBy ?? (editing.isEditing && notice?.kind === 'changed' ? notice.user : null)
  return {
    fields,
    values: stored && shownValues(editing, stored),
    errors: editing.errors,
    refusals: editing.refusals,
    isEditing: editing.isEditing,
    isDirty: isDirty(editing),
    isSaving,
    changedBy,
    begin,
    leave,
    save,
    saveField: fieldSaves.saveField,
    reload,
    remove,
    /** Leaves without a question, after the record was deleted. */
    abandon: () => dispatch({ type: 'left' }),
    change,
  }
}

const none: readonly FieldMeta[] = []
const sendAsIs: ConfirmSave = async (body) => body

export type RecordForm = ReturnType<typeof useRecordForm>
