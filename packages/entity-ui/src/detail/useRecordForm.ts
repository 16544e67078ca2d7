import type { EntityState, EntityStore } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { useCallback } from 'react'
import { type FormDraftPlace, useFormDraft } from '../drafts/useFormDraft.ts'
import { toDraftRecord } from './form-drafts.ts'
import { isDirty, shownValues } from './record-editing.ts'
import { useDiscarding } from './useDiscarding.ts'
import { useEditing } from './useEditing.ts'
import { useFieldSaves } from './useFieldSaves.ts'
import { type ConfirmSave, useFormWrites } from './useFormWrites.ts'
import { useRefusal } from './useRefusal.ts'

/**
 * The open record of a store as a form: its values, its draft and its actions. Failures never throw. `change` and
 * `saveField` are stable between renderings.
 */
export function useRecordForm(
  state: EntityState,
  store: EntityStore,
  onError: (error: unknown) => void,
  place: FormDraftPlace,
  confirmSave?: ConfirmSave,
) {
  const draft = useEditing()
  const { editing, now, dispatch } = draft
  const { activeEntity: stored, meta, notice } = state
  const fields = meta?.doc_meta.fields ?? none
  const refuse = useRefusal({ fields, store, dispatch, onError })
  const fieldSaves = useFieldSaves({ store, now, dispatch, refuse })
  const writes = useFormWrites({ state, store, fields, draft, fieldSaves, refuse, onError, confirmSave })
  const { leave, reload } = useDiscarding({ store, fields, editing, dispatch })

  const formDraft = useFormDraft({ place, state, store, draft })

  const begin = () => {
    if (!stored || state.activeStatus !== 'ready' || editing.isEditing || formDraft.isElsewhere) return
    fieldSaves.forget()
    // Beginning anew would write over what waits.
    if (formDraft.resume()) return
    dispatch({ type: 'began', record: toDraftRecord(stored, fields) })
    store.setEditing(true)
  }

  const change = useCallback(
    (fieldname: string, value: unknown) => dispatch({ type: 'typed', fieldname, value }),
    [dispatch],
  )

  return {
    fields,
    values: stored && shownValues(editing, stored),
    errors: editing.errors,
    refusals: editing.refusals,
    isEditing: editing.isEditing,
    isDirty: isDirty(editing),
    changedBy: editing.changedBy ?? (editing.isEditing && notice?.kind === 'changed' ? notice.user : null),
    begin,
    change,
    leave,
    reload,
    ...writes,
    saveField: fieldSaves.saveField,
    formDraft,
    /** Leaves without a question, after the record was deleted; the draft stays unless it was deleted here. */
    abandon: (isOwn: boolean) => (isOwn ? dispatch({ type: 'left' }) : formDraft.leaveBehind()),
  }
}

const none: readonly FieldMeta[] = []

export type RecordForm = ReturnType<typeof useRecordForm>
