import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { ChangedField } from './ChangedField.tsx'
import { readChanges } from './read-changes.ts'
import './record-tabs.css'

interface VersionChangesProps {
  version: Pick<VersionRecord, 'data' | 'titles'>
  /** Meta of the record's entity. */
  meta: Meta
  /** The current record. */
  record: EntityRecord | null
}

/** Each field that a write changed, before and after; nothing if the form shows none of them. */
export function VersionChanges({ version, meta, record }: VersionChangesProps) {
  const changes = readChanges(version, meta, record)
  if (changes.length === 0) return null
  return (
    <dl className="version-changes">
      {changes.map((change) => (
        <ChangedField key={change.key} change={change} />
      ))}
    </dl>
  )
}
