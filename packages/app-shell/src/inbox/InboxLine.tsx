import { isHashId, type NotificationKind } from '@tavla/contract'
import { useEnvironment } from '@tavla/entity-ui'
import { Text, useI18n, useTimes } from '@tavla/i18n/react'
import { Badge, Icon, IconButton, Link, VisuallyHidden } from '@tavla/ui'
import type { CSSProperties, KeyboardEvent } from 'react'
import { EntityName } from '../frame/EntityName.tsx'
import type { InboxRow } from './inbox-rows.ts'
import { LaterMenu } from './LaterMenu.tsx'

const icons: Readonly<Record<NotificationKind, string>> = {
  Mention: 'alternate_email',
  Assigned: 'person_add',
  'Assignment Done': 'task_alt',
  Message: 'mail',
  Followed: 'sync_alt',
  Reminder: 'alarm',
  'Not Delivered': 'error',
  Job: 'manufacturing',
}

interface InboxLineProps {
  row: InboxRow
  /** Its place among all rows of the list, from 1, and their number. */
  place: number
  total: number
  /** The one row that is a tab stop. */
  isStop: boolean
  style: CSSProperties
  onFocus: () => void
  onKeyDown: (event: KeyboardEvent) => void
  onOpen: () => void
  onDone: () => void
  onLater: (until: string) => void
  onAskLater: () => void
}

/** One row of the inbox: who did what, on which record, when; and what to do with it. */
export function InboxLine(props: InboxLineProps) {
  const { row, place, total, isStop, style, onFocus, onKeyDown, onOpen, onDone, onLater, onAskLater } = props
  const { t } = useI18n()
  const { recordPath } = useEnvironment()
  const path = row.about === null ? undefined : recordPath(row.about.entity, row.about.id)
  const href = path === undefined || !isTalk(row.kind) ? path : `${path}?tab=communication`
  const face = { className: 'inbox-link', tabIndex: isStop ? 0 : -1, onFocus, onKeyDown, onClick: onOpen }
  return (
    <li
      className="inbox-row"
      data-inbox={place}
      data-unread={row.status === 'Unread' || undefined}
      aria-setsize={total}
      aria-posinset={place}
      style={style}
    >
      {href === undefined ? (
        <button type="button" {...face}>
          <Words row={row} />
        </button>
      ) : (
        <Link href={href} {...face}>
          <Words row={row} />
        </Link>
      )}
      <span className="inbox-actions">
        <LaterMenu onChoose={onLater} onAsk={onAskLater} />
        <IconButton icon="check" label={t('Done', undefined, 'notification')} tabIndex={-1} onClick={onDone} />
      </span>
    </li>
  )
}

/** True for what was said: the record opens at its messages and notes. */
const isTalk = (kind: NotificationKind) => kind === 'Mention' || kind === 'Message' || kind === 'Not Delivered'

function Words({ row: { kind, status, text, about, count, at, later_until } }: { row: InboxRow }) {
  const { t } = useI18n()
  const { now } = useEnvironment()
  const { formatDateTime, formatWithin } = useTimes()
  const isPutOff = status === 'Later' && later_until !== null
  return (
    <>
      <span className="inbox-icon" data-kind={kind}>
        <Icon name={icons[kind]} />
      </span>
      <span className="inbox-what">
        <bdi className="cut">{sentenceOf(kind, text, t)}</bdi>
        {about !== null && count > 1 && <Badge count={count} isQuiet label={t('Count')} />}
        {status === 'Unread' && <VisuallyHidden>{t('Unread')}</VisuallyHidden>}
      </span>
      {about !== null && (
        <span className="inbox-where">
          <bdi className="cut">{about.title}</bdi>
          <span>
            {' · '}
            <EntityName name={about.entity} />
            {about.id !== about.title && !isHashId(about.id) && (
              <>
                {' '}
                <bdi dir="ltr">{about.id}</bdi>
              </>
            )}
          </span>
        </span>
      )}
      <span className="inbox-when">
        {isPutOff ? <Text source="Until {0}" args={[formatWithin(later_until, now())]} /> : formatDateTime(at, now())}
      </span>
    </>
  )
}

/** A job says how it ended; a reminder may say nothing. */
function sentenceOf(kind: NotificationKind, text: string, t: (source: string) => string): string {
  if (kind === 'Job') return `${t('Job')}: ${text}`
  return text === '' ? t(kind) : text
}
