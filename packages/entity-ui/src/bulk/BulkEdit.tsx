import { ApiError, type EntityStore, selectedTarget } from '@tavla/client'
import type { BulkWork, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { ConfirmDialog, Dialog, FormFoot, IconButton, Select } from '@tavla/ui'
import { useMemo, useRef, useState } from 'react'
import { checkFields, type FieldMessages } from '../detail/check-fields.ts'
import { FieldFrame } from '../detail/FieldFrame.tsx'
import { fromDraft } from '../detail/form-drafts.ts'
import { formatMessage } from '../detail/format-message.ts'
import { hashOf } from '../drafts/hash-of.ts'
import { useWindowDraft } from '../drafts/useWindowDraft.ts'
import { WaitingBar } from '../drafts/WaitingBar.tsx'
import { tellWritten } from '../undo/undo-flow.ts'
import { BulkFailure } from './BulkFailure.tsx'
import BulkPlanWindow from './BulkPlanWindow.tsx'
import { type BulkValues, bulkFields, withField, withoutField } from './bulk-fields.ts'
import './bulk.css'

interface BulkEditProps {
  meta: Meta
  /** Number of selected records. */
  count: number
  store: EntityStore
  onClose: () => void
}

/**
 * Sets new values in all selected records, after a confirmation that names their number
 * (reference: screens, List choices).
 */
export default function BulkEdit({ meta, count, store, onClose }: BulkEditProps) {
  const { t } = useI18n()
  const body = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<BulkValues>({})
  const [fieldMessages, setFieldMessages] = useState<FieldMessages>({})
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const fields = useMemo(() => bulkFields(meta), [meta])
  const chosen = fields.filter((field) => field.fieldname in values)
  const { selected, isAllSelected } = store.getSnapshot()
  const [plan, setPlan] = useState<BulkWork | null>(null)
  const draft = useWindowDraft({
    ...{ kind: 'bulk', entity: meta.id, id: hashOf(selected), values },
    form: { fields, links: meta.links },
    onContinue: setValues,
  })
  const close = () => {
    draft.forget()
    onClose()
  }

  const ask = () => {
    const found = checkFields(chosen, values, meta.links)
    setFieldMessages(found)
    if (Object.keys(found).length > 0) return
    if (isAllSelected) setPlan({ change: sent() })
    else setAsking(true)
  }

  const sent = () =>
    Object.fromEntries(chosen.map(({ fieldname }) => [fieldname, fromDraft(fields, fieldname, values[fieldname])]))

  const save = async () => {
    setSaving(true)
    try {
      const changed = await store.updateSelected(sent())
      tellWritten(t, t('Records changed: {0}', [changed]), meta.id, selected[0] ?? '')
      draft.done()
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? error : null)
      setAsking(false)
    } finally {
      setSaving(false)
    }
  }

  const change = (fieldname: string, value: unknown) => {
    const { [fieldname]: _, ...others } = fieldMessages
    setFieldMessages(others)
    setValues({ ...values, [fieldname]: value })
  }

  const remove = (fieldname: string) => {
    setValues(withoutField(fields, values, fieldname))
    // The focused button is gone; the next step is the choice of fields.
    body.current?.querySelector<HTMLElement>('.bulk-edit-choice button')?.focus()
  }

  if (plan) {
    return (
      <BulkPlanWindow
        meta={meta}
        target={selectedTarget(store.getSnapshot())}
        work={plan}
        label="Bulk Edit"
        onStarted={draft.done}
        onClose={onClose}
      />
    )
  }
  return (
    <>
      <Dialog
        title={<Text source="Bulk Edit" />}
        size="small"
        onClose={close}
        onSubmit={ask}
        footer={
          <FormFoot onCancel={close} canSubmit={chosen.length > 0}>
            <Text source="Save" />
          </FormFoot>
        }
      >
        <div ref={body} className="bulk-edit">
          {draft.waitingSince !== null && (
            <WaitingBar since={draft.waitingSince} onContinue={draft.resume} onDiscard={draft.discardWaiting} />
          )}
          {failure && <BulkFailure error={failure} fields={fields} />}
          {chosen.length > 0 && (
            <fieldset className="bulk-edit-values">
              <legend className="field-label">
                <Text source="New Value" />
              </legend>
              {chosen.map((field) => {
                const { fieldname } = field
                const fieldMessage = fieldMessages[fieldname]
                return (
                  <div key={fieldname} className="bulk-edit-value">
                    <FieldFrame
                      field={field}
                      value={values[fieldname]}
                      values={values}
                      error={fieldMessage && formatMessage(t, fieldMessage)}
                      onChange={change}
                    />
                    <IconButton
                      icon="close"
                      label={`${t('Remove')}: ${t(field.label)}`}
                      onClick={() => remove(fieldname)}
                    />
                  </div>
                )
              })}
            </fieldset>
          )}
          <div className="bulk-edit-choice">
            <Select
              label={<Text source="Field" />}
              options={fields
                .filter((field) => !(field.fieldname in values))
                .map((field) => ({ value: field.fieldname, label: t(field.label), source: field.label }))}
              value={null}
              onChange={(fieldname) => setValues(withField(fields, values, fieldname))}
            />
          </div>
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          message={<Text source="Records to change: {0}" args={[count]} />}
          reversal="undo"
          isPending={isSaving}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
