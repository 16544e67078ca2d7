import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Checkbox, IconButton, Pill } from '@tavla/ui'
import type { ChangedPart } from './read-changes.ts'
import { TimeOf } from './TimeOf.tsx'
import { useMomentText } from './useMomentText.ts'
import { VersionChanges } from './VersionChanges.tsx'

interface VersionRowProps {
  version: VersionRecord
  meta: Meta
  /** The current record. */
  record: EntityRecord | null
  /** Shows the record right after this write; undefined where that is not possible. */
  onShow?: (() => void) | undefined
  /** Brings the state after this write back; undefined where there is nothing to bring back. */
  onRestore?: (() => void) | undefined
  /** Brings back what this write changed in one field or row. */
  onRestorePart?: ((part: ChangedPart) => void) | undefined
  /** Set while two versions are chosen. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | undefined
}

/** One write: its user, kind and time, and each field that it changed (reference: screens, History). */
export function VersionRow({ version, meta, record, choice, ...on }: VersionRowProps) {
  const { t } = useI18n()
  const moment = useMomentText()
  const isWrite = version.action === 'Updated'
  return (
    <li className="version-row" data-version={version.id}>
      <div className="version-head">
        {choice && (
          <Checkbox
            isChecked={choice.isChosen}
            onChange={choice.onChoose}
            aria-label={t('As it was at {0}', [moment(version.at)])}
          />
        )}
        <Pill color={colors[version.action]}>
          <Text source={version.action} />
        </Pill>
        <bdi className="version-user">{version._link_titles?.user ?? version.user}</bdi>
        <span className="version-time">
          <TimeOf at={version.at} />
        </span>
        {!choice && (
          <span className="version-steps">
            {on.onRestore && (
              <Button size="small" onClick={on.onRestore}>
                <Text source="Restore This Version" />
              </Button>
            )}
            {on.onShow && (
              <IconButton icon="visibility" size="small" label={t('Show the record as it was')} onClick={on.onShow} />
            )}
          </span>
        )}
      </div>
      <VersionChanges
        version={version}
        meta={meta}
        record={record}
        {...(isWrite && !choice && on.onRestorePart && { onRestore: on.onRestorePart })}
      />
    </li>
  )
}

const colors = { Created: 'Green', Updated: 'Blue', Deleted: 'Red', Renamed: 'Purple', Action: 'Gray' } as const
