import { type EntityState, type EntityStore, justWritten } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useState } from 'react'
import { useEnvironment } from '../environment.ts'
import type { Fetcher } from '../rules/fetcher.ts'
import type { DrawnForm } from '../rules/useDrawnForm.ts'
import { notifyWritten, tellWritten } from '../undo/undo-flow.ts'
import { untilUploaded } from '../upload/under-way.ts'
import { checkFields } from './check-fields.ts'
import { fieldsOfOthers } from './fields-of-others.ts'
import { fromDraft, toDraftRecord } from './form-drafts.ts'
import { formatMessage } from './format-message.ts'
import { type Editing, isDirty, saveBody } from './record-editing.ts'
import { tellTrash } from './tell-trash.ts'
import { nameOfEditor } from './useConflict.ts'
import type { useEditing } from './useEditing.ts'
import type { FieldSaves } from './useFieldSaves.ts'

type Body = Readonly<Record<string, unknown>>

/** Called with the body of a save: returns the body to send, or null to continue editing. Its errors are shown. */
export type ConfirmSave = (body: Body) => Promise<Body | null>

interface FormWriteOptions {
  state: EntityState
  store: EntityStore
  fields: readonly FieldMeta[]
  draft: ReturnType<typeof useEditing>
  /** The form as the expressions of its entity draw it, for this draft. */
  drawnOf: (editing: Editing) => DrawnForm
  fetcher: Fetcher | null
  fieldSaves: FieldSaves
  /** Shows the reasons of a refused save. */
  refuse: (error: unknown) => void
  onError: (error: unknown) => void
  confirmSave: ConfirmSave | undefined
}

/** Saves the draft of a form and deletes its record, one write at a time. Failures are shown and never thrown. */
export function useFormWrites(options: FormWriteOptions) {
  const { state, store, fields, draft, drawnOf, fetcher, fieldSaves, refuse, onError, confirmSave = sendAsIs } = options
  const { t } = useI18n()
  const { onSaved } = useEnvironment()
  const [isSaving, setSaving] = useState(false)
  const { now, dispatch } = draft

  const runAlone = async (write: () => Promise<boolean>, tell: (error: unknown) => void): Promise<boolean> => {
    if (isSaving) return false
    setSaving(true)
    try {
      return await write()
    } catch (error) {
      tell(error)
      return false
    } finally {
      setSaving(false)
    }
  }

  const endEditing = (type: 'saved' | 'left') => {
    dispatch({ type })
    store.setEditing(false)
  }

  /** Shows the errors that the fields find in their values; true if there are none. */
  const isValid = (): boolean => {
    const latest = now()
    if (!latest.base) return false
    const { meta, values, rows } = drawnOf(latest)
    if (!meta || !values) return true
    const fieldMessages = checkFields(meta.doc_meta.fields, values, meta.links, rows)
    const errors = Object.entries(fieldMessages).map(([fieldname, message]) => [fieldname, formatMessage(t, message)])
    if (errors.length > 0) dispatch({ type: 'refused', errors: Object.fromEntries(errors) })
    return errors.length === 0
  }

  const tellMerged = (name: string, cameIn: readonly FieldMeta[]) => {
    const labels = cameIn.map(({ label }) => t(label)).join(', ')
    notifyWritten(t, t('Saved together with changes by {0}: {1}', [name, labels]), justWritten())
  }

  const sendDraft = async (): Promise<boolean> => {
    // A running upload belongs to the save: its field saves itself when the file arrives.
    await untilUploaded()
    await fieldSaves.ended()
    const latest = now()
    if (!latest.isEditing) return false
    const isChanged = isDirty(latest) || fieldSaves.hasSaved()
    let isTold = false
    if (latest.base && isDirty(latest)) {
      const drafted = saveBody(latest, (name, value) => fromDraft(fields, name, value))
      const named = fetcher?.setNames(drafted) ?? []
      const body = await confirmSave(named.length > 0 ? { ...drafted, _set: named } : drafted)
      if (!body) return false
      const { entity: record, merged } = await store.update(latest.base.id, body)
      onSaved(state.entity, record, body)
      const cameIn = merged ? fieldsOfOthers(latest, fields, toDraftRecord(record, fields)) : []
      if (cameIn.length > 0) tellMerged(nameOfEditor(merged ?? {}), cameIn)
      isTold = cameIn.length > 0
    }
    endEditing('saved')
    if (isTold) return true
    if (isChanged) tellWritten(t, t('Saved'), state.entity, latest.base?.id ?? '')
    else notify(t('Nothing was changed'), { duration: 2500 })
    return true
  }

  return {
    isSaving,
    /** True if the draft was saved, or had no changes. */
    save: async (): Promise<boolean> => !isSaving && isValid() && runAlone(sendDraft, refuse),
    /** True if the record was deleted. */
    remove: async (query?: Body): Promise<boolean> => {
      const { activeEntity: record, meta } = state
      if (!record) return false
      const send = async () => {
        await store.remove(record.id, query)
        endEditing('left')
        tellTrash(t, meta, record)
        return true
      }
      return runAlone(send, onError)
    },
  }
}

const sendAsIs: ConfirmSave = async (body) => body
