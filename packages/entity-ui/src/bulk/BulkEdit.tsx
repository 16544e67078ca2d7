import { ApiError, type EntityStore, listableFields } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, ConfirmDialog, Dialog, notify, Select } from '@tavla/ui'
import { useState } from 'react'
import { FieldFrame } from '../detail/FieldFrame.tsx'
import { fromDraft } from '../detail/form-drafts.ts'
import { BulkFailure } from './BulkFailure.tsx'
import './bulk.css'

interface BulkEditProps {
  meta: Meta
  /** Selected records. */
  count: number
  store: EntityStore
  onClose: () => void
}

/** Sets new values in all selected records, after a confirmation that names their number (contract 9.3). */
export default function BulkEdit({ meta, count, store, onClose }: BulkEditProps) {
  const { t } = useI18n()
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>({})
  const [isAsking, setAsking] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<ApiError | null>(null)
  const fields = editableFields(meta)
  const chosen = fields.filter((field) => field.fieldname in values)

  const save = async () => {
    setSaving(true)
    try {
      const sent = chosen.map(({ fieldname }) => [fieldname, fromDraft(fields, fieldname, values[fieldname])])
      const changed = await store.updateSelected(Object.fromEntries(sent))
      notify(t('Records changed: {0}', [changed]), { tone: 'success' })
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? error : null)
      setAsking(false)
    } finally {
      setSaving(false)
    }
  }

  const choose = (fieldname: string) => {
    const field = fields.find((one) => one.fieldname === fieldname)
    if (field) setValues({ ...values, [fieldname]: fieldUi(field.fieldtype).blank })
  }

  return (
    <>
      <Dialog
        title={<Text source="Bulk Edit" />}
        size="small"
        onClose={onClose}
        onSubmit={() => setAsking(chosen.length > 0)}
        footer={
          <>
            <Button onClick={onClose}>
              <Text source="Cancel" />
            </Button>
            <Button type="submit" variant="primary" disabled={chosen.length === 0}>
              <Text source="Save" />
            </Button>
          </>
        }
      >
        <div className="bulk-edit">
          {failure && <BulkFailure error={failure} fields={fields} />}
          {chosen.length > 0 && (
            <fieldset className="bulk-edit-values">
              <legend className="field-label">
                <Text source="New Value" />
              </legend>
              {chosen.map((field) => (
                <FieldFrame
                  key={field.fieldname}
                  field={field}
                  value={values[field.fieldname]}
                  values={values}
                  onChange={(value) => setValues({ ...values, [field.fieldname]: value })}
                />
              ))}
            </fieldset>
          )}
          <Select
            label={<Text source="Field" />}
            options={fields
              .filter((field) => !(field.fieldname in values))
              .map((field) => ({ value: field.fieldname, label: t(field.label) }))}
            value={null}
            onChange={choose}
          />
        </div>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          message={<Text source="Records to change: {0}" args={[count]} />}
          isPending={isSaving}
          onConfirm={() => void save()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}

/** What makes sense to be the same in many records. */
const editableFields = (meta: Meta): FieldMeta[] => {
  const own = new Set(meta.doc_meta.fields.map((field) => field.fieldname))
  return listableFields(meta).filter((field) => own.has(field.fieldname) && !field.read_only && !field.unique)
}
