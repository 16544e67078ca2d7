import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { ChangedField } from './ChangedField.tsx'
import { type ChangedPart, type FieldChange, readChanges } from './read-changes.ts'
import './record-tabs.css'

interface VersionChangesProps {
  version: Pick<VersionRecord, 'data' | 'titles'>
  /** Meta of the record's entity. */
  meta: Meta
  /** The current record. */
  record: EntityRecord | null
  /** Brings back what the write changed in a field or a row. */
  onRestore?: (part: ChangedPart) => void
}

/** Each field that a write changed, before and after; nothing if the form shows none of them. */
export function VersionChanges({ version, meta, record, onRestore }: VersionChangesProps) {
  const changes = readChanges(version, meta, record)
  if (changes.length === 0) return null
  return (
    <dl className="version-changes">
      {changes.map((change) => (
        <ChangedField
          key={change.key}
          change={change}
          onRestore={onRestore && isOpen(meta, change) ? onRestore : undefined}
        />
      ))}
    </dl>
  )
}

/** False for a field that no person sets. */
function isOpen(meta: Meta, { part }: FieldChange): boolean {
  const name = 'fields' in part ? part.fields[0] : part.rows[0].table
  const field = meta.all_fields.find(({ fieldname }) => fieldname === name)
  return field !== undefined && field.read_only !== 1 && field.fieldtype !== 'Password'
}
