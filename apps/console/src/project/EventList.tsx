import { useEnvironment } from '@tavla/entity-ui'
import { useI18n } from '@tavla/i18n/react'
import { eventName } from './event-names.ts'
import type { ProjectEvent } from './project-info.ts'
import { StatusPill } from './StatusPill.tsx'

/** What happened to a project, in the order given. */
export function EventList({ events }: { events: readonly ProjectEvent[] }) {
  const { t, formatDateTime, formatTime } = useI18n()
  const { now } = useEnvironment()
  return (
    <ol className="event-list">
      {events.map((event) => {
        const { to_status: to, from_status: from, message } = event
        return (
          <li key={event.id ?? `${event.at}\n${event.event}\n${message}`}>
            <time dateTime={event.at} title={formatTime(event.at)}>
              {formatDateTime(event.at, now())}
            </time>
            <div className="event-text">
              <span>
                <bdi>{t(eventName(event.event))}</bdi>
                {to && to !== from && <StatusPill status={to} />}
              </span>
              {message && message !== event.event && (
                <p className="event-message">
                  <bdi>{message}</bdi>
                </p>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
