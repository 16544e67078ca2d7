import type { EntityRecord, FieldGroup, Meta, VersionData, VersionRecord } from '@tavla/contract'
import {
  type FieldForm,
  FieldFormContext,
  RecordFields,
  type RecordFormProps,
  useEntity,
  useEnvironment,
  VersionChanges,
} from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Link } from '@tavla/ui'
import { useEffect, useMemo } from 'react'
import { type ActionRecord as ActionData, actionName } from './action-names.ts'
import './audit.css'

/** The user, record and time of a write, a link to the record, and each changed field before and after. */
export function AuditForm({ meta, record, onChange }: RecordFormProps) {
  const { recordPath } = useEnvironment()
  const facts = useMemo(() => withoutData(meta), [meta])
  const { ref_entity: entity, ref_id: id, action } = record
  const isThere = typeof entity === 'string' && typeof id === 'string' && action !== 'Deleted'
  const href = isThere ? recordPath(entity, id) : undefined
  return (
    <div className="audit-step">
      <RecordFields meta={facts} values={record} onChange={onChange} columns={3} readOnly />
      {href !== undefined && (
        <Link href={href}>
          <Text source="Open Record" />
        </Link>
      )}
      <section aria-labelledby="audit-changes">
        <h3 id="audit-changes">
          <Text source="Changes" />
        </h3>
        <Changes record={record} />
      </section>
    </div>
  )
}

function Changes({ record }: { record: EntityRecord }) {
  const data = record.data as VersionData | ActionData | null
  if (!data) return <NoChanges />
  return (
    <>
      {'action' in data ? (
        <ActionRecord {...data} />
      ) : typeof record.ref_entity === 'string' ? (
        <ChangedFields entity={record.ref_entity} data={data} />
      ) : (
        <NoChanges />
      )}
      {'reason' in data && typeof data.reason === 'string' && <Reason text={data.reason} />}
    </>
  )
}

/** Why production was changed. */
function Reason({ text }: { text: string }) {
  return (
    <dl className="audit-reason">
      <dt>
        <Text source="Reason" />
      </dt>
      <dd dir="auto">{text}</dd>
    </dl>
  )
}

function ActionRecord({ action, hq_user: user }: ActionData) {
  const { t } = useI18n()
  return (
    <p className="audit-action">
      <bdi>{t(actionName(action))}</bdi>
      {user !== undefined && <bdi className="audit-by">{user}</bdi>}
    </p>
  )
}

function ChangedFields({ entity, data }: { entity: string; data: VersionData }) {
  const [{ meta }, store] = useEntity(entity)
  useEffect(() => {
    // Records without the right to read them stay unnamed.
    store.loadMeta().catch(() => undefined)
  }, [store])
  const form = useMemo<FieldForm | null>(() => meta && { entity, id: null, meta, titles: new Map() }, [entity, meta])
  if (!form || !meta) return null
  const version: Pick<VersionRecord, 'data'> = { data }
  return (
    <FieldFormContext value={form}>
      <VersionChanges version={version} meta={meta} record={null} />
    </FieldFormContext>
  )
}

function NoChanges() {
  return (
    <p className="audit-by">
      <Text source="No changes yet" />
    </p>
  )
}

/** The changes appear below, in words. */
function withoutData(meta: Meta): Meta {
  const without = (group: FieldGroup): FieldGroup => ({
    ...group,
    fields: group.fields.filter(({ fieldname }) => fieldname !== 'data'),
  })
  return {
    ...meta,
    default_field_group: without(meta.default_field_group),
    field_groups: meta.field_groups.map(without),
  }
}
