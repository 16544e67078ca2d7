import { fieldErrors, toApiError } from '@tavla/client'
import { type EntityRecord, limits, type Meta, type OpenTransition } from '@tavla/contract'
import { FieldErrorsContext, FieldFormContext, isBlank } from '@tavla/fields/ui'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, TextArea } from '@tavla/ui'
import { useMemo, useState } from 'react'
import { checkFields } from '../detail/check-fields.ts'
import { FieldGrid } from '../detail/FieldGrid.tsx'
import { fromDraft, toDraftRecord } from '../detail/form-drafts.ts'
import { formatMessage } from '../detail/format-message.ts'
import { openErrors } from '../detail/open-errors.ts'
import { askedFields } from './transitions.ts'

/** A transition that asks something; one that is forced has no row of its own. */
export type AskingTransition = Pick<OpenTransition, 'title' | 'to' | 'needs_reason' | 'ask_fields'> & {
  id: string | null
}

/** The answers; a key is absent where nothing of its kind was asked. */
export interface TransitionAnswers {
  reason?: string
  values?: Readonly<Record<string, unknown>>
}

interface AskWindowProps {
  meta: Meta
  /** With its values the boxes begin. */
  record: EntityRecord
  transition: AskingTransition
  /** For many records: a field that is left blank stays as it is in each of them. */
  isForMany?: boolean
  /** An error that it throws is shown beside its box. */
  onAnswer: (answers: TransitionAnswers) => Promise<void> | void
  onClose: () => void
}

/** Asks for the reason and the fields of a transition (reference: screens, Transitions). */
export function AskWindow({ meta, record, transition, isForMany = false, onAnswer, onClose }: AskWindowProps) {
  const { t } = useI18n()
  const fields = useMemo(() => askedFields(meta, transition, isForMany), [meta, transition, isForMany])
  const [values, setValues] = useState<EntityRecord>(() => toDraftRecord(record, fields))
  const [reason, setReason] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [isPending, setPending] = useState(false)
  const [titles] = useState(() => new Map<string, string>())
  const form = useMemo(() => ({ entity: meta.id, id: record.id, meta, titles }), [meta, record.id, titles])
  const change = useMemo(
    () => (fieldname: string, value: unknown) => {
      setValues((old) => ({ ...old, [fieldname]: value }))
      setErrors((old) => openErrors(old, (name) => name === fieldname))
    },
    [],
  )
  const needsReason = transition.needs_reason === 1
  // A forced one is named by its state.
  const context = transition.id === null ? (meta.doc_meta.state_field ?? undefined) : undefined
  const title = <Text source={transition.title} context={context} />
  // Two buttons of one name could not be told apart.
  const isCalledCancel = t(transition.title, undefined, context) === t('Cancel')

  const submit = async () => {
    if (isPending) return
    const wrong = Object.entries(checkFields(fields, values, meta.links)).map(
      ([name, message]) => [name, formatMessage(t, message)] as const,
    )
    const missing = needsReason && reason.trim() === '' ? [[reasonField, t('A reason is needed.')] as const] : []
    setErrors(Object.fromEntries([...missing, ...wrong]))
    if (missing.length + wrong.length > 0) return
    setPending(true)
    try {
      const sent = fields
        .filter(({ fieldname }) => !isForMany || !isBlank(values[fieldname]))
        .map(({ fieldname }) => [fieldname, fromDraft(fields, fieldname, values[fieldname])])
      await onAnswer({ ...(needsReason && { reason }), ...(sent.length > 0 && { values: Object.fromEntries(sent) }) })
    } catch (error) {
      const problem = toApiError(error)
      const found = fieldErrors(problem)
      const { [meta.doc_meta.state_field ?? '']: ofState, ...beside } = found
      const isBeside = fields.some(({ fieldname }) => fieldname in beside)
      setErrors({ ...beside, ...(!isBeside && { [reasonField]: ofState ?? errorMessage(problem, t) }) })
      setPending(false)
    }
  }

  return (
    <Dialog
      size={fields.length > 2 ? 'medium' : 'small'}
      title={title}
      onClose={onClose}
      onSubmit={() => void submit()}
      hasSubmitKeys
      footer={
        <>
          <Button onClick={onClose}>
            <Text source={isCalledCancel ? 'Back' : 'Cancel'} />
          </Button>
          <Button type="submit" variant="primary" isPending={isPending}>
            {title}
          </Button>
        </>
      }
    >
      <div className="transition-window">
        {fields.length > 0 && (
          <FieldFormContext value={form}>
            <FieldErrorsContext value={errors}>
              <FieldGrid
                fields={fields}
                values={values}
                errors={errors}
                columns={fields.length > 2 ? 2 : 1}
                autoFocus={fields[0]?.fieldname}
                onChange={change}
              />
            </FieldErrorsContext>
          </FieldFormContext>
        )}
        {needsReason ? (
          <TextArea
            label={<Text source="Reason" />}
            isRequired
            error={errors[reasonField]}
            value={reason}
            rows={2}
            maxLength={limits.reasonLength}
            data-autofocus={fields.length === 0 || undefined}
            onChange={(next) => {
              setReason(next)
              setErrors((old) => openErrors(old, (name) => name === reasonField))
            }}
          />
        ) : (
          errors[reasonField] && (
            <p className="field-error" role="alert" dir="auto">
              {errors[reasonField]}
            </p>
          )
        )}
      </div>
    </Dialog>
  )
}

/** Key of the errors of the reason, which is no field of the record, and of what names none. */
const reasonField = ''
