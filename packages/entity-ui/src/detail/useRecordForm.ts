import type { EntityState, EntityStore } from '@tavla/client'
import type { Choose, EntityRecord, FieldMeta } from '@tavla/contract'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { type FormDraftPlace, useFormDraft } from '../drafts/useFormDraft.ts'
import { useDrawnForm } from '../rules/useDrawnForm.ts'
import { useFetcher } from '../rules/useFetcher.ts'
import { mergeFieldsOf } from './arrivals.ts'
import { withFirstRow } from './first-row.ts'
import { toDraftRecord } from './form-drafts.ts'
import { isDirty } from './record-editing.ts'
import { useConflict } from './useConflict.ts'
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
  /** Titles of records that are chosen in the form. */
  titles: Map<string, string>,
  confirmSave?: ConfirmSave,
) {
  const draft = useEditing()
  const { editing, now, dispatch } = draft
  const { activeEntity: stored, meta, notice } = state
  const fields = meta?.doc_meta.fields ?? none
  const mergeFields = useMemo(() => (meta ? mergeFieldsOf(meta) : []), [meta])
  const { conflict, openConflict, closeConflict, rebase } = useConflict({ fields, mergeFields, dispatch })
  const refuse = useRefusal({ fields, store, dispatch, onError, openConflict })
  const fieldSaves = useFieldSaves({ store, now, dispatch, refuse })
  const { isLoading: isDrawnLater, drawn, drawnOf } = useDrawnForm(state, editing)
  const set = useCallback(
    (fieldname: string, value: unknown) => dispatch({ type: 'typed', fieldname, value }),
    [dispatch],
  )
  const values = () => (now().isEditing ? drawnOf(now()).values : null)
  const rendered = useRef({ editing, drawn, drawnOf })
  useLayoutEffect(() => {
    rendered.current = { editing, drawn, drawnOf }
  })
  const valueNow = useCallback(
    (fieldname: string): unknown => {
      const last = rendered.current
      return (now() === last.editing ? last.drawn : last.drawnOf(now())).values?.[fieldname]
    },
    [now],
  )
  const fetcher = useFetcher({ meta, titles, values, set })
  const writes = useFormWrites({
    state,
    store,
    fields,
    draft,
    drawnOf,
    fetcher,
    fieldSaves,
    refuse,
    onError,
    confirmSave,
  })
  const { leave, reload } = useDiscarding({ store, fields, editing, dispatch })

  const formDraft = useFormDraft({ place, state, store, draft })

  const beginAnew = (firstRowIn?: FieldMeta) => {
    if (!stored || state.activeStatus !== 'ready' || now().isEditing) return
    fieldSaves.forget()
    fetcher?.begin()
    const record = toDraftRecord(stored, fields)
    dispatch({ type: 'began', record: firstRowIn && meta ? withFirstRow(record, firstRowIn, meta) : record })
    store.setEditing(true)
  }

  const begin = (firstRowIn?: FieldMeta) => {
    if (formDraft.isElsewhere) return
    // Beginning anew would write over what waits.
    if (formDraft.resume()) fieldSaves.forget()
    else beginAnew(firstRowIn)
  }

  const change = useCallback(
    (fieldname: string, value: unknown) => set(fieldname, fetcher ? fetcher.type(fieldname, value) : value),
    [set, fetcher],
  )

  /** Shows what another user saved; `at` is the field whose box has the caret. */
  const arrive = (record: EntityRecord, by: string, at: string | null) => {
    // A change that is part of a save already is not news.
    if (record.modified === editing.base?.modified) return
    dispatch({ type: 'derived', record, fields })
    dispatch({ type: 'arrived', record: toDraftRecord(record, fields), by, fields: mergeFields, at })
  }

  // Read again under the draft: what the server has worked out in the meantime.
  useEffect(() => {
    if (stored) dispatch({ type: 'derived', record: stored, fields })
  }, [stored, fields, dispatch])

  const settle = useCallback(
    (fieldname: string, choice: 'mine' | 'theirs') => dispatch({ type: 'settled', fieldname, choice }),
    [dispatch],
  )

  return {
    fields,
    /** True while the code that draws the form by its expressions is on its way. */
    isDrawnLater,
    /** Meta with the fields as the conditions of this record have them. */
    meta: drawn.meta,
    /** The conditions of rows, by the names of Table fields. */
    rows: drawn.rows,
    values: drawn.values,
    errors: editing.errors,
    refusals: editing.refusals,
    isEditing: editing.isEditing,
    isDirty: isDirty(editing),
    changedBy: editing.changedBy ?? (editing.isEditing && notice?.kind === 'changed' ? notice.user : null),
    /** Begins editing, with a row in the Table field that is given. */
    begin,
    /** Takes the editing over from another tab. */
    editHere: () => formDraft.editHere(() => beginAnew()),
    change,
    /** The value of a field as it is now, maybe before it is rendered; stable between renderings. */
    valueNow,
    leave,
    reload,
    ...writes,
    saveField: fieldSaves.saveField,
    formDraft,
    /** Leaves without a question, after the record was deleted; the draft stays unless it was deleted here. */
    abandon: (isOwn: boolean) => (isOwn ? dispatch({ type: 'left' }) : formDraft.leaveBehind()),
    draft: editing,
    mergeFields,
    arrive,
    leaveBox: (fieldname: string) => dispatch({ type: 'leftBox', fieldname }),
    /** Decides which of two values of a field stays. */
    settle,
    /** The last save clashed with another user's. */
    conflict,
    closeConflict,
    /** Saves once more, on the state of the other user. */
    resolve: async (choose: Choose) => {
      rebase(choose)
      return writes.save()
    },
  }
}

const none: readonly FieldMeta[] = []

export type RecordForm = ReturnType<typeof useRecordForm>
