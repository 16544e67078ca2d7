import { fieldErrors, toApiError } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { checkFields } from '../detail/check-fields.ts'
import { fromDraft, toDraftRecord } from '../detail/form-drafts.ts'
import { formatMessage } from '../detail/format-message.ts'
import { openErrors } from '../detail/open-errors.ts'
import { useEntity, useEnvironment } from '../environment.ts'
import { drawnMeta } from '../rules/drawn-meta.ts'
import type { Values } from '../rules/fetch-row.ts'
import { useFetcher } from '../rules/useFetcher.ts'
import { useFormRules } from '../rules/useFormRules.ts'
import { withFirstState } from '../transitions/state-choices.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { draftValues, type NewRecordOptions, newRecordFields } from './draft-values.ts'

/** The draft of a new record: its fields, values, messages, and creating it. */
export function useNewRecord(
  entity: string,
  onCreated: (record: EntityRecord) => void,
  wish: NewRecordOptions,
  titles: Map<string, string>,
) {
  const { t } = useI18n()
  const { session, now, onSaved, client } = useEnvironment()
  const [{ meta: defined, newEntity: draft }, store] = useEntity(entity)
  // System Managers may force a state, and are those who share views.
  const mayForce = client.views.canShare()
  const meta = useMemo(() => defined && withFirstState(defined, mayForce), [defined, mayForce])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const { idDescription, idFrom, moreFields, leaveOut, order } = wish
  const { isLoading: isDrawnLater, outcomeOf } = useFormRules(meta)
  const all = meta?.doc_meta.fields ?? none
  const title = draft[meta?.doc_meta.title_field ?? '']
  // An edited id no longer follows the title.
  const isFollowing = idFrom !== undefined && !('id' in draft)
  const followed = isFollowing ? { id: idFrom(typeof title === 'string' ? title : '') ?? '' } : {}
  // Conditions see the defaults of all fields, as the server does.
  const begun = useMemo(
    () => toDraftRecord({ id: '', owner: session.user, ...draftValues(all, {}, { now, user: session.user }) }, all),
    [all, now, session.user],
  )
  const drafted = { ...begun, ...draft, ...followed }
  const outcome = outcomeOf({ base: null, values: drafted })
  const values = outcome?.values ?? drafted
  const drawn = outcome?.fields
  const fields = useMemo(
    () => (meta ? newRecordFields(drawnMeta(meta, drawn), { idDescription, idFrom, moreFields, leaveOut, order }) : []),
    [meta, drawn, idDescription, idFrom, moreFields, leaveOut, order],
  )
  const latest = useRef<Values | null>(null)
  useEffect(() => {
    latest.current = values
    return () => {
      latest.current = null
    }
  })
  const { setDraft } = store
  const fetcher = useFetcher({ meta, titles, values: () => latest.current, set: setDraft })

  // Counts refusals after their messages have rendered and the boxes are editable again.
  const [refusals, refuse] = useState(0)
  useEffect(() => {
    if (refusals > 0) focusFirstError()
  }, [refusals])

  const change = useCallback(
    (fieldname: string, value: unknown) => {
      const settled = isFollowing ? [fieldname, 'id'] : [fieldname]
      const isSettled = (key: string) => settled.some((name) => key === name || key.startsWith(`${name}.`))
      setErrors((old) => openErrors(old, isSettled))
      setDraft(fieldname, fetcher ? fetcher.type(fieldname, value) : value)
    },
    [setDraft, fetcher, isFollowing],
  )

  const submit = async () => {
    if (!meta || isSaving) return
    const fieldMessages = Object.entries(checkFields(fields, values, meta.links, outcome?.rows))
    setMessage(null)
    setErrors(
      Object.fromEntries(fieldMessages.map(([fieldname, fieldMessage]) => [fieldname, formatMessage(t, fieldMessage)])),
    )
    if (fieldMessages.length > 0) return refuse((count) => count + 1)
    setSaving(true)
    try {
      const entered: Readonly<Record<string, unknown>> = { ...draft, ...followed }
      const sent = Object.keys(entered).map((name) => [name, fromDraft(all, name, entered[name])])
      const named = fetcher?.setNames(entered) ?? []
      const body = { ...Object.fromEntries(sent), ...(named.length > 0 && { _set: named }) }
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
  return { fields, values, rows: outcome?.rows, errors, message, isSaving, isDrawnLater, fetcher, change, submit }
}

const none: readonly FieldMeta[] = []

function focusFirstError() {
  document.querySelector<HTMLElement>('dialog[open] .field[data-invalid] :is(input, textarea, select, button)')?.focus()
}
