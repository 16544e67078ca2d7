import type { EntityRecord, Meta, VersionRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Avatar, Button, Checkbox, Icon, IconButton } from '@tavla/ui'
import type { ChangedPart } from './read-changes.ts'
import { TimeOf } from './TimeOf.tsx'
import { useMomentText } from './useMomentText.ts'
import type { OperationSteps } from './useVersionSteps.ts'
import { VersionChanges } from './VersionChanges.tsx'
import { VersionOperation } from './VersionOperation.tsx'
import { VersionTransition } from './VersionTransition.tsx'

interface VersionRowProps {
  version: VersionRecord
  meta: Meta
  /** The current record. */
  record: EntityRecord | null
  /** Shows the time of the day alone, under a heading that names the day. */
  isUnderDay?: boolean
  /** Shows the record right after this write; undefined where that is not possible. */
  onShow?: (() => void) | undefined
  /** Brings the state after this write back; undefined where there is nothing to bring back. */
  onRestore?: (() => void) | undefined
  /** Brings back what this write changed in one field or row. */
  onRestorePart?: ((part: ChangedPart) => void) | undefined
  /** The steps that its operation offers. */
  steps?: OperationSteps
  /** Set while two versions are chosen. */
  choice?: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | undefined
}

/** One write: its user, kind and time, and each field that it changed (reference: screens, History). */
export function VersionRow({ version, meta, record, isUnderDay = false, steps, choice, ...on }: VersionRowProps) {
  const { t } = useI18n()
  const moment = useMomentText()
  const isUndo = version.operation?.kind === 'Undo'
  const isWrite = version.action === 'Updated'
  const name = version._link_titles?.user ?? version.user
  return (
    <li className="version-row" data-version={version.id}>
      <div className="version-person">
        {choice ? (
          <Checkbox
            isChecked={choice.isChosen}
            onChange={choice.onChoose}
            aria-label={t('As it was at {0}', [moment(version.at)])}
          />
        ) : (
          <Avatar name={name} id={version.user} size="small" />
        )}
      </div>
      <div className="version-head">
        <span className="version-who">
          <bdi className="version-user">{name}</bdi>
          <span className="version-action">
            <Text source={version.action} />
          </span>
        </span>
        <VersionOperation operation={version.operation} path={steps?.path} />
        <span className="version-end">
          {!choice && (steps?.onUndo || on.onRestore) && (
            <span className="version-steps">
              {steps?.onUndo && (
                <Button
                  size="small"
                  icon={<Icon name={isUndo ? 'redo' : 'undo'} size="small" />}
                  onClick={steps.onUndo}
                >
                  <Text source={isUndo ? 'Redo' : 'Undo'} />
                </Button>
              )}
              {on.onRestore && (
                <Button size="small" icon={<Icon name="history" size="small" />} onClick={on.onRestore}>
                  <Text source="Restore This Version" />
                </Button>
              )}
            </span>
          )}
          <span className="version-moment">
            <span className="version-time">
              <TimeOf at={version.at} isUnderDay={isUnderDay} />
            </span>
            {!choice && on.onShow && (
              <IconButton icon="visibility" size="small" label={t('Show the record as it was')} onClick={on.onShow} />
            )}
          </span>
        </span>
      </div>
      {version.data.transition && <VersionTransition taken={version.data.transition} />}
      <VersionChanges
        version={version}
        meta={meta}
        record={record}
        {...(isWrite && !choice && on.onRestorePart && { onRestore: on.onRestorePart })}
      />
    </li>
  )
}
