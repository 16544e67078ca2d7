import type { EntityRecord } from '@tavla/contract'
import { FieldGrid, useEntity, useEnvironment, useMomentText, useReading } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Link } from '@tavla/ui'
import { OperationRecords } from './OperationRecords.tsx'
import { SkippedList } from './SkippedList.tsx'

/** The fields that the title, its states and these facts show. */
export const toldFields = [
  ...['kind', 'ref_entity', 'ref_id', 'record_count', 'user', 'at', 'door'],
  ...['undo_of', 'undone_by', 'undo_state', 'skipped'],
] as const

/** The user, the time and the door; the operation that took this one back; the records that stayed, and all of them. */
export function OperationFacts() {
  const [{ meta, activeEntity: operation }] = useEntity('Operation Log')
  if (!meta || !operation) return null
  const facts = ['user', 'at', 'door']
  const { id, undo_of: undoOf, undone_by: undoneBy, skipped } = operation
  return (
    <>
      <FieldGrid
        fields={meta.doc_meta.fields.filter(({ fieldname }) => facts.includes(fieldname))}
        values={operation}
        readOnly
      />
      {typeof undoOf === 'string' && <OtherOperation key={`of ${undoOf}`} label="Undo Of" id={undoOf} />}
      {typeof undoneBy === 'string' && <OtherOperation key={`by ${undoneBy}`} label="Undone By" id={undoneBy} />}
      {Array.isArray(skipped) && skipped.length > 0 && <SkippedList skipped={skipped} />}
      <OperationRecords key={id} id={id} isMixed={typeof operation.ref_entity !== 'string'} />
    </>
  )
}

/** An operation by its user and time, with a link; nothing where the reader may not see it. */
function OtherOperation({ label, id }: { label: string; id: string }) {
  const { client, recordPath } = useEnvironment()
  const moment = useMomentText()
  const { value } = useReading(id, () => client.entities.get('Operation Log', id))
  if (!value) return null
  const href = recordPath('Operation Log', id)
  const text = [nameOf(value), moment(String(value.at))].filter(Boolean).join(', ')
  return (
    <dl className="field field-read">
      <dt className="field-label">
        <Text source={label} />
      </dt>
      <dd className="field-value">{href === undefined ? <bdi>{text}</bdi> : <Link href={href}>{text}</Link>}</dd>
    </dl>
  )
}

const nameOf = ({ user, _link_titles: titles }: EntityRecord) => titles?.user ?? user
