import type { EntityRecord, FieldMeta, Meta, TrashItem } from '@tavla/contract'
import {
  FieldFormContext,
  FieldGrid,
  RecordFields,
  type RecordFormProps,
  SystemFields,
  useMomentText,
} from '@tavla/entity-ui'
import { scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { Skeleton } from '@tavla/ui'
import { useId } from 'react'
import { useTrashedMeta } from './useTrashedMeta.ts'
import './trash.css'

/** The facts of a deletion, and below them the record as it was (reference: screens, Trash). */
export function TrashedRecord({ meta, record: item }: RecordFormProps) {
  const { t } = useI18n()
  const { record, ref_entity: entity, deleted_at: at } = item as Partial<TrashItem>
  const facts = factsOf(meta, item as Partial<TrashItem>)
  return (
    <div className="record-form">
      <FieldGrid fields={facts} values={item} readOnly />
      {record === undefined && <Skeleton shape="form" lines={6} label={t('Loading…')} />}
      {record === null && entity !== undefined && (
        <p className="field-help">
          <Text
            source="{0} no longer exists. This record can be restored once that entity is."
            args={[{ translate: entity, context: entity }]}
          />
        </p>
      )}
      {record && entity !== undefined && at !== undefined && (
        <TextScope value={scopeOf(entity)}>
          <AsItWas {...{ entity, at, record }} />
        </TextScope>
      )}
    </div>
  )
}

/** The fields of the item that tell of the deletion; of an entity also how many records came along. */
function factsOf(meta: Meta, { title, ref_id: id, records }: Partial<TrashItem>): FieldMeta[] {
  const names = [
    ...['deleted_by', ...(id === title ? [] : ['ref_id']), 'deleted_at', 'purge_at'],
    ...(records === undefined ? ['files', 'communications'] : []),
  ]
  const { fields } = meta.doc_meta
  const facts = names.flatMap((name) => fields.find(({ fieldname }) => fieldname === name) ?? [])
  const number = fields.find(({ fieldname }) => fieldname === 'files')
  return records === undefined || !number ? facts : [...facts, { ...number, fieldname: 'records', label: 'Records' }]
}

function AsItWas({ entity, at, record }: { entity: string; at: string; record: EntityRecord }) {
  const moment = useMomentText()
  const headingId = useId()
  const shown = useTrashedMeta(entity)
  if (!shown) return null
  return (
    <FieldFormContext value={shown.form}>
      <section className="trashed-record" aria-labelledby={headingId}>
        <h3 id={headingId}>
          <Text source="As it was at {0}" args={[moment(at)]} />
        </h3>
        <RecordFields meta={shown.meta} values={record} readOnly />
        <SystemFields record={record} />
      </section>
    </FieldFormContext>
  )
}
