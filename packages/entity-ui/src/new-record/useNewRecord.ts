import { fieldErrors, toApiError } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { checkFields } from '../detail/check-fields.ts'
import { fromDraft, toDraftRecord } from '../detail/form-drafts.ts'
import { formatMessage } from '../detail/format-message.ts'
import { useEntity, useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { draftValues, type NewRecordOptions, newRecordFields } from './draft-values.ts'

/** The draft of a new record: its fields, values, messages, and creating it. */
export function useNewRecord(entity: string, onCreated: (record: EntityRecord) => void, wish: NewRecordOptions) {
  const { t } = useI18n()
  const { session, now, onSaved } = useEnvironment()
  const [{ meta, newEntity: draft }, store] = useEntity(entity)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { idDescription, idFrom, moreFields } = wish
  const fields = useMemo(
    () => (meta ? newRecordFields(meta, { idDescription, idFrom, moreFields }) : []),
    [meta, idDescription, idFrom, moreFields],
  )
  const title = draft[meta?.doc_meta.title_field ?? '']
  // An edited id no longer follows the title.
  const isFollowing = idFrom !== undefined && !('id' in draft)
  const followed = isFollowing ? { id: idFrom(typeof title === 'string' ? title : '') ?? '' } : {}
  const values = {
    ...toDraftRecord({ id: '', ...draftValues(fields, {}, { now, user: session.user }) }, fields),
    ...draft,
    ...followed,
  }

  // Counts refusals after their messages have rendered and the boxes are editable again.
  const [refusals, refuse] = useState(0)
  useEffect(() => {
    if (refusals > 0) focusFirstError()
  }, [refusals])

  const change = useCallback(
    (fieldname: string, value: unknown) => {
      const settled = isFollowing ? [fieldname, 'id'] : [fieldname]
      const isSettled = (key: string) => settled.some((name) => key === name || key.startsWith(`${name}.`))
      setErrors((old) => Object.fromEntries(Object.entries(old).filter(([key]) => !isSettled(key))))
      store.setDraft(fieldname, value)
    },
    [store, isFollowing],
  )

  const submit = async () => {
    if (!meta || isSaving) return
    const fieldMessages = Object.entries(checkFields(fields, values, meta.links))
    setMessage(null)
    setErrors(
      Object.fromEntries(fieldMessages.map(([fieldname, fieldMessage]) => [fieldname, formatMessage(t, fieldMessage)])),
    )
    if (fieldMessages.length > 0) return refuse((count) => count + 1)
    setSaving(true)
    try {
      const entered: Readonly<Record<string, unknown>> = { ...draft, ...followed }
      const sent = Object.keys(entered).map((name) => [name, fromDraft(fields, name, entered[name])])
      const body = Object.fromEntries(sent)
      const record = await store.create(body)
      tellWritten(t, t('Saved'), entity, record.id)
      onCreated(record)
      onSaved(entity, record, body)
    } catch (error) {
      const problem = toApiError(error)
      const found = fieldErrors(problem)
      const isShown = fields.some(({ fieldname }) => fieldname in found)
      setErrors(found)
      // A message for a field that the form lacks stands above the fields.
      if (isShown) refuse((count) => count + 1)
      else setMessage(errorMessage(problem, t))
    } finally {
      setSaving(false)
    }
  }
  return { fields, values, errors, message, isSaving, change, submit }
}

function focusFirstError() {
  document.querySelector<HTMLElement>('dialog[open] .field[data-invalid] :is(input, textarea, select, button)')?.focus()
}
