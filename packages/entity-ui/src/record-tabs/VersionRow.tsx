import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Pill } from '@tavla/ui'
import { TimeOf } from './TimeOf.tsx'
import { VersionChanges } from './VersionChanges.tsx'

interface VersionRowProps {
  version: VersionRecord
  meta: Meta
  /** The current record. */
  record: EntityRecord | null
}

/** One write: its user, kind and time, and each field that it changed. */
export function VersionRow({ version, meta, record }: VersionRowProps) {
  return (
    <li className="version-row">
      <div className="version-head">
        <Pill color={colors[version.action]}>
          <Text source={version.action} />
        </Pill>
        <bdi className="version-user">{version._link_titles?.user ?? version.user}</bdi>
        <span className="version-time">
          <TimeOf at={version.at} />
        </span>
      </div>
      <VersionChanges version={version} meta={meta} record={record} />
    </li>
  )
}

const colors = { Created: 'Green', Updated: 'Blue', Deleted: 'Red', Renamed: 'Purple', Action: 'Gray' } as const
