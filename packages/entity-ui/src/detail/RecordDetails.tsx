import type { LoadStatus } from '@tavla/client'
import type { EntityRecord, Meta } from '@tavla/contract'
import { DrawnRowsContext } from '@tavla/fields/rows'
import { FieldErrorsContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { PrintNote, Skeleton } from '@tavla/ui'
import { useMemo, useRef } from 'react'
import type { RecordParts } from './detail-view-props.ts'
import { FieldMarksContext } from './field-marks.ts'
import { fieldsOfTab, knownFields, otherFields } from './known-fields.ts'
import { RecordFields } from './RecordFields.tsx'
import type { RecordForm } from './useRecordForm.ts'
import { useValueSteps } from './useValueSteps.ts'

interface RecordDetailsProps {
  form: RecordForm
  /** The draft over the stored record. */
  values: EntityRecord
  meta: Meta
  record: EntityRecord
  status: LoadStatus
  /** The tab of the form; null is the first. */
  tab: string | null
  /** Starts editing, if the person may. */
  onEdit: (() => void) | undefined
  /** The parts in which this entity differs from a grid of its fields. */
  parts: Pick<RecordParts, 'Form' | 'intro' | 'introFields' | 'columns'>
}

/** The fields of a record, stored or edited: in the entity's own form, or as a grid. */
export function RecordDetails({ form, values, meta, record, status, tab, onEdit, parts }: RecordDetailsProps) {
  const { Form, intro, introFields, columns } = parts
  const { t } = useI18n()
  const { arrivals } = form.draft
  const { settle } = form
  const marks = useMemo(() => ({ arrivals, settle }), [arrivals, settle])
  const place = useRef<HTMLDivElement>(null)
  const steps = useValueSteps(place, !form.isEditing, onEdit)
  const shownMeta = useMemo(() => {
    const ofTab = fieldsOfTab(meta, tab)
    return status === 'failed' ? knownFields(ofTab, record) : ofTab
  }, [meta, tab, status, record])
  return (
    <FieldMarksContext value={marks}>
      <FieldErrorsContext value={form.errors}>
        {Form ? (
          <Form
            meta={meta}
            record={record}
            values={values}
            errors={form.errors}
            refusals={form.refusals}
            onChange={form.change}
            readOnly={!form.isEditing}
            onEdit={onEdit}
          />
        ) : (
          <div ref={place} className="record-form" data-loading={status !== 'ready' || undefined} {...steps}>
            {status === 'loading' && <PrintNote />}
            {tab === null && intro}
            {form.isDrawnLater ? (
              <Skeleton shape="form" lines={8} label={t('Loading…')} />
            ) : (
              <DrawnRowsContext value={form.rows ?? noRows}>
                <RecordFields
                  meta={introFields ? otherFields(shownMeta, introFields) : shownMeta}
                  values={values}
                  errors={form.errors}
                  onChange={form.change}
                  readOnly={!form.isEditing}
                  {...(columns !== undefined && { columns })}
                />
              </DrawnRowsContext>
            )}
          </div>
        )}
      </FieldErrorsContext>
    </FieldMarksContext>
  )
}

const noRows = new Map<string, never>()
