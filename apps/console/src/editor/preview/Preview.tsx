import type { EntityRecord, Meta } from '@tavla/contract'
import {
  EntityRow,
  type FieldForm,
  FieldFormContext,
  fieldsOfTab,
  RecordFacts,
  RecordFields,
  rowFields,
  useEnvironment,
  useRowSlots,
} from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { memo, useDeferredValue, useMemo, useRef } from 'react'
import { draftMeta, formerNames } from './draft-meta.ts'
import { sampleRecord } from './samples.ts'
import { useChildFields, useFirstRecords } from './usePreviewData.ts'
import './preview.css'

interface PreviewProps {
  /** The draft. */
  values: EntityRecord
  /** The stored definition. */
  record: EntityRecord
}

/** A preview of the list and form that staff will see, drawn from the draft with the first existing records; not usable. */
export function Preview({ values, record }: PreviewProps) {
  // Deferred, so that typing comes first.
  return <DrawnPreview values={useDeferredValue(values)} record={record} />
}

const DrawnPreview = memo(function DrawnPreview({ values, record: stored }: PreviewProps) {
  const { t } = useI18n()
  const { now } = useEnvironment()
  const links = useChildFields(values.fields)
  const meta = useMemo(() => draftMeta(values, stored, links), [values, stored, links])
  const found = useFirstRecords(stored)
  const sample = sampleRecord(meta.doc_meta.fields, t, now())
  const records = found.length > 0 ? found.map((one) => underNewNames(one, stored, values)) : [sample]
  const form = useMemo<FieldForm>(() => ({ entity: meta.id, id: null, meta, titles: new Map() }), [meta])
  if (meta.doc_meta.fields.length === 0) {
    return (
      <p className="entity-preview-none">
        <Text source="What staff will see appears here." />
      </p>
    )
  }
  return (
    <FieldFormContext value={form}>
      <div className="entity-preview" inert>
        {meta.type === 'Document' && <ListPreview meta={meta} records={records} />}
        <section>
          <h3>
            <Text source="Form" />
          </h3>
          <div className="entity-preview-form">
            <FormPreview meta={meta} record={{ ...sample, ...records[0] }} />
          </div>
        </section>
      </div>
    </FieldFormContext>
  )
})

/** The key facts of the head and the tabs of the form, one below the other: nobody can press them here. */
function FormPreview({ meta, record }: { meta: Meta; record: EntityRecord }) {
  const tabs = [null, ...(meta.form_tabs ?? [])]
  return (
    <>
      {meta.type === 'Document' && <RecordFacts meta={meta} record={record} lastMessage={undefined} />}
      {tabs.map((tab) => (
        <div key={tab} className="entity-preview-tab">
          {tabs.length > 1 && (
            <h3 className="entity-preview-tab-name">
              <Text source={tab ?? 'Details'} />
            </h3>
          )}
          <RecordFields meta={fieldsOfTab(meta, tab)} values={record} onChange={ignore} columns={2} />
        </div>
      ))}
    </>
  )
}

function ListPreview({ meta, records }: { meta: Meta; records: readonly EntityRecord[] }) {
  const { title_field: titleField, fields } = meta.doc_meta
  const shown = rowFields({
    meta,
    listFields: [],
    listMeta: { fieldInfo: fields, titleField: titleField ?? 'id' },
  })
  const list = useRef<HTMLUListElement>(null)
  const slots = useRowSlots(list, shown, false)
  return (
    <section>
      <h3>
        <Text source="List" />
      </h3>
      <ul ref={list} className="entity-preview-list">
        {records.map((record) => (
          <li key={record.id}>
            <EntityRow
              record={record}
              fields={shown}
              form={slots}
              href={undefined}
              isActive={false}
              isSelected={false}
              isStop={false}
              onSelect={undefined}
              onOpen={ignore}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A stored record under the fields' new names. */
function underNewNames(record: EntityRecord, stored: EntityRecord, values: EntityRecord): EntityRecord {
  const moved = [...formerNames(stored.fields, values.fields)].map(([now, former]) => [now, record[former]])
  return { ...record, ...Object.fromEntries(moved) }
}

const ignore = () => undefined
