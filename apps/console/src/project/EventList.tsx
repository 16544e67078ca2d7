import { useEnvironment } from '@tavla/entity-ui'
import { useI18n, useTimes } from '@tavla/i18n/react'
import { eventName } from './event-names.ts'
import type { ProjectEvent } from './project-info.ts'
import { StatusPill } from './StatusPill.tsx'

/** The events of a project, in the given order: a change of state by its name, a step by its message. */
export function EventList({ events }: { events: readonly ProjectEvent[] }) {
  const { t } = useI18n()
  const { formatDateTime } = useTimes()
  const { now } = useEnvironment()
  return (
    <ol className="event-list">
      {events.map((event) => {
        const { to_status: to, from_status: from, message, user } = event
        const isStep = message !== null && (!to || to === from)
        return (
          <li key={keyOf(event)} data-step={isStep || undefined}>
            <time dateTime={event.at} title={secondsOf(event.at)}>
              {formatDateTime(event.at, now())}
            </time>
            <div className="event-text">
              {!isStep && (
                <span>
                  <bdi>{t(eventName(event.event))}</bdi>
                  {to && to !== from && <StatusPill status={to} />}
                  {user && <bdi className="event-user">{user}</bdi>}
                </span>
              )}
              {message && (
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

/** Events have no id in the answer. */
export const keyOf = ({ id, at, event, message }: ProjectEvent): string => id ?? `${at}\n${event}\n${message}`

/** The time of a wall-clock text to the second. */
export const secondsOf = (at: string): string => at.slice(11, 19)
