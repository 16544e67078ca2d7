import { type ApiError, fieldErrors } from '@tavla/client'
import { limits, type Meta, type RestoreChoice, type TrashItem } from '@tavla/contract'
import { FieldFormContext, FieldGrid, fromDraft, toDraftRecord } from '@tavla/entity-ui'
import { errorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, TextField } from '@tavla/ui'
import { useCallback, useMemo, useState } from 'react'

interface RestoreWindowProps {
  item: TrashItem
  /** Of the deleted record. */
  meta: Meta
  /** Why the record can't come back as it was. */
  refusal: ApiError
  isPending: boolean
  onRestore: (choice: RestoreChoice) => void
  onClose: () => void
}

/** Asks for another id of a record whose own is taken, and for other values where these must be unique. */
export function RestoreWindow({ item, meta, refusal, isPending, onRestore, onClose }: RestoreWindowProps) {
  const { t } = useI18n()
  const [newId, setNewId] = useState(item.ref_id)
  const [values, setValues] = useState(() => toDraftRecord(item.record ?? { id: item.ref_id }, meta.all_fields))
  const asked = useAsked(refusal, meta)
  const change = useCallback((name: string, value: unknown) => setValues((now) => ({ ...now, [name]: value })), [])
  const form = useMemo(() => ({ entity: meta.id, id: null, meta, titles: new Map() }), [meta])
  const errors = fieldErrors(refusal)
  const submit = () => {
    const chosen = asked.fields.map(({ fieldname: name }) => [name, fromDraft(asked.fields, name, values[name])])
    onRestore({
      ...(asked.asksId && { new_id: newId }),
      ...(chosen.length > 0 && { values: Object.fromEntries(chosen) }),
    })
  }
  const isOfField = asked.fields.some(({ fieldname }) => fieldname in errors)
  return (
    <Dialog
      size="small"
      title={<Text source="Restore" />}
      hasSubmitKeys
      onClose={onClose}
      onSubmit={submit}
      footer={
        <FormFoot onCancel={onClose} isPending={isPending}>
          <Text source="Restore" />
        </FormFoot>
      }
    >
      <div className="restore-choice">
        {asked.asksId && (
          <TextField
            label={<Text source="New ID" />}
            value={newId}
            error={isOfField ? undefined : errorMessage(refusal, t)}
            maxLength={limits.dataLength}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
            onChange={setNewId}
          />
        )}
        <FieldFormContext value={form}>
          <FieldGrid
            fields={asked.fields}
            values={values}
            errors={errors}
            onChange={change}
            columns={1}
            autoFocus={asked.fields[0]?.fieldname}
          />
        </FieldFormContext>
        {!asked.asksId && !isOfField && (
          <p className="tab-failed" role="alert">
            {errorMessage(refusal, t)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** Collects the boxes that the refusals until now ask for: an answer to one may reveal another. */
function useAsked(refusal: ApiError, meta: Meta) {
  const [known, setKnown] = useState<{ refusal: ApiError | null; asksId: boolean; names: readonly string[] }>({
    refusal: null,
    asksId: false,
    names: [],
  })
  if (known.refusal !== refusal) {
    const isTaken = refusal.type === 'DuplicateEntryError'
    const names = refusal.errors.map(({ fieldname }) => fieldname)
    setKnown({
      refusal,
      asksId: known.asksId || (isTaken && names.length === 0),
      names: [...known.names, ...names],
    })
  }
  const fields = meta.all_fields.filter(({ fieldname }) => known.names.includes(fieldname))
  return { asksId: known.asksId, fields }
}
