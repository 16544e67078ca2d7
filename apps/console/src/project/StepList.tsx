import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { keyOf, secondsOf } from './EventList.tsx'
import { eventName } from './event-names.ts'
import type { ProjectEvent, ProjectStatus } from './project-info.ts'

interface StepListProps {
  /** Oldest first. */
  events: readonly ProjectEvent[]
  status: ProjectStatus
}

/** The provisioning of a project's site, one line a step; the last line is its current state. */
export function StepList({ events, status }: StepListProps) {
  const { t } = useI18n()
  return (
    <ol className="step-list">
      {events.map((event, index) => {
        const isLast = index === events.length - 1
        const state = !isLast ? 'done' : status === 'Failed' ? 'failed' : status === 'Running' ? 'done' : 'current'
        return (
          <li key={keyOf(event)} data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
            <Icon name={icons[state]} size="small" />
            <bdi role={state === 'failed' ? 'alert' : undefined}>{event.message ?? t(eventName(event.event))}</bdi>
            <time dateTime={event.at} dir="ltr">
              {secondsOf(event.at)}
            </time>
          </li>
        )
      })}
    </ol>
  )
}

const icons = { done: 'check_circle', current: 'hourglass_top', failed: 'error' } as const
