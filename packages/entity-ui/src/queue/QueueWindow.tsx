import { isUntilSent, type QueuedChange } from '@tavla/client'
import { wallClock } from '@tavla/i18n'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Button, Dialog } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'
import { ChangeState } from './ChangeState.tsx'
import { QueueCount } from './QueueCount.tsx'
import { kindTexts } from './queue-words.ts'
import { useChangeSteps } from './useChangeSteps.ts'
import './queue.css'

interface QueueWindowProps {
  changes: readonly QueuedChange[]
  onClose: () => void
}

/** The changes that have not reached the server, in the order of sending; each can be taken back. */
export function QueueWindow({ changes, onClose }: QueueWindowProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    // The pressed button is gone with its change.
    if (document.activeElement === document.body) list.current?.focus()
  })
  return (
    <Dialog title={<Title changes={changes} />} onClose={onClose}>
      <ul ref={list} className="queue-list" tabIndex={-1}>
        {changes.map((change) => (
          <QueueItem key={change.operation} change={change} />
        ))}
      </ul>
    </Dialog>
  )
}

/** Counts all that the list shows: what waits, and what was refused. */
function Title({ changes }: Pick<QueueWindowProps, 'changes'>) {
  const refused = changes.filter(({ state }) => state === 'refused')
  return (
    <>
      <QueueCount changes={changes} />
      {refused.length > 0 && refused.length < changes.length && (
        <span className="queue-refused">
          <QueueCount changes={refused} />
        </span>
      )}
    </>
  )
}

function QueueItem({ change }: { change: QueuedChange }) {
  const { kind, entity, ids, title, fields, state } = change
  const { t } = useI18n()
  const { timeOf, timeWithin } = useTimeOf()
  const { open, takeBack, takeBackLabel } = useChangeSteps(change)
  const labels = Object.values(fields).map(({ label }) => t(label))
  const name = `${t(entity, undefined, entity)}: ${title}`
  return (
    <li className="queue-item" data-state={state}>
      <div className="queue-item-texts">
        <p className="queue-item-name">
          <span>
            <Text source={entity} context={entity} />
          </span>
          {kind === 'bulk' ? (
            <Text source="Records: {0}" args={[ids.length]} />
          ) : (
            <bdi>{title || (isUntilSent(ids[0] ?? '') ? t('New') : ids[0])}</bdi>
          )}
        </p>
        <p className="queue-item-what">
          <span>
            <Text source={kindTexts[kind]} />
          </span>
          {labels.length > 0 && (
            <span>
              <bdi>{labels.join(', ')}</bdi>
            </span>
          )}
          <span>
            <bdi>{timeOf(change.at)}</bdi>
          </span>
        </p>
        <p className="queue-item-state" dir="auto">
          <ChangeState change={change} />
        </p>
        {change.keptUntil !== null && (
          <p className="queue-item-what">
            <Text source="Kept until {0}" args={[timeWithin(change.keptUntil)]} />
          </p>
        )}
      </div>
      <div className="queue-item-steps">
        {open && (
          <Button size="small" aria-label={`${t('Open', [], 'action')} ${name}`} onClick={open}>
            <Text source="Open" context="action" />
          </Button>
        )}
        {takeBack && (
          <Button size="small" aria-label={`${t(takeBackLabel)} ${name}`} onClick={takeBack}>
            <Text source={takeBackLabel} />
          </Button>
        )}
      </div>
    </li>
  )
}

/** Writes a moment in the time zone of the site, alone and within a sentence. */
function useTimeOf() {
  const { formatDateTime, formatWithin } = useTimes()
  const { session, now } = useEnvironment()
  const today = useNow(now)
  return {
    timeOf: (at: number) => formatDateTime(wallClock(at, session.time_zone), today),
    timeWithin: (at: number) => formatWithin(wallClock(at, session.time_zone), today),
  }
}
