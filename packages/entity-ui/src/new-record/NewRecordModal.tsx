import type { EntityRecord } from '@tavla/contract'
import { FieldErrorsContext, type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, Skeleton } from '@tavla/ui'
import { useEffect, useMemo } from 'react'
import { FieldGrid } from '../detail/FieldGrid.tsx'
import { useRecordMeta } from '../detail/useRecordMeta.ts'
import { useEntity } from '../environment.ts'
import type { NewRecordOptions } from './draft-values.ts'
import { MetaFailed } from './MetaFailed.tsx'
import { useNewRecord } from './useNewRecord.ts'

export interface NewRecordModalProps extends NewRecordOptions {
  entity: string
  /** Called on Escape, the cross or Cancel; the draft is discarded. */
  onClose: () => void
  onCreated: (record: EntityRecord) => void
}

/**
 * Creates a record from its required and listed fields (reference: screens, New record). Ctrl/Cmd+Enter and
 * Ctrl/Cmd+S submit.
 */
export function NewRecordModal({ entity, onClose, onCreated, ...wish }: NewRecordModalProps) {
  const { t } = useI18n()
  const [{ meta }, store] = useEntity(entity)
  const { fields, values, errors, message, isSaving, change, submit } = useNewRecord(entity, onCreated, wish)
  const metaReading = useRecordMeta(store)
  const form = useMemo<FieldForm>(() => ({ entity, id: null, meta, titles: new Map() }), [entity, meta])

  useEffect(() => store.clearDraft, [store])

  return (
    <Dialog
      title={<Text source="New {0}" args={[{ translate: entity }]} />}
      size={fields.length > 4 ? 'large' : 'medium'}
      onClose={onClose}
      onSubmit={() => void submit()}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={onClose} isPending={isSaving} canSubmit={Boolean(meta)}>
          <Text source="Create" />
        </FormFoot>
      }
    >
      {message !== null && (
        <p className="field-error new-record-message" role="alert" dir="auto">
          {message}
        </p>
      )}
      {meta ? (
        <FieldFormContext value={form}>
          <FieldErrorsContext value={errors}>
            <FieldGrid
              fields={fields}
              values={values}
              errors={errors}
              columns={2}
              autoFocus={fields[0]?.fieldname}
              onChange={change}
            />
          </FieldErrorsContext>
        </FieldFormContext>
      ) : metaReading.error ? (
        <MetaFailed error={metaReading.error} isReading={metaReading.isReading} onRetry={metaReading.reload} />
      ) : (
        <Skeleton shape="form" label={t('Loading…')} />
      )}
    </Dialog>
  )
}
