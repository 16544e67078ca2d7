import type { OpenAssignment } from '@tavla/contract'
import { Text, useI18n, useNow, useTimes } from '@tavla/i18n/react'
import { Avatar, Button, Icon } from '@tavla/ui'
import { useEnvironment } from '../../environment.ts'
import type { RecordWork } from './record-work.ts'
import type { WaitingReminder } from './useReminders.ts'
import './record-people.css'

interface RecordPeopleProps {
  work: RecordWork
  /** One's own reminders of the record. */
  reminders: readonly WaitingReminder[]
  onOpen: (assignment: OpenAssignment) => void
  onRemind: () => void
}

/** The people assigned to a record and their days, the reader's next reminder, and a mark if the reader follows it. */
export function RecordPeople({ work, reminders, onOpen, onRemind }: RecordPeopleProps) {
  const { t } = useI18n()
  const { formatDate, formatDateTime } = useTimes()
  const now = useNow(useEnvironment().now)
  const { assignments, isFollowing } = work
  const [next] = reminders
  return (
    <>
      {assignments.length > 0 && (
        <ul className="record-people" aria-label={t('Assignee')}>
          {assignments.map((one) => (
            <li key={one.id}>
              <Button
                size="small"
                variant="quiet"
                className="record-person"
                title={one.user_name}
                onClick={() => onOpen(one)}
              >
                <Avatar size="small" id={one.user} name={one.user_name} />
                <bdi className="record-person-name">{one.user_name}</bdi>
                {one.due_date !== null && (
                  <span className="record-person-due" data-late={one.due_date < now.slice(0, 10) || undefined}>
                    <bdi>{formatDate(one.due_date, now.slice(0, 4))}</bdi>
                  </span>
                )}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {next && (
        <Button
          size="small"
          variant="quiet"
          className="record-person"
          icon={<Icon name="alarm" size="small" />}
          aria-label={`${t('Remind Me')}: ${formatDateTime(next.remind_at, now)}`}
          onClick={onRemind}
        >
          <bdi>{formatDateTime(next.remind_at, now)}</bdi>
          {reminders.length > 1 && <span className="numeric">+{reminders.length - 1}</span>}
        </Button>
      )}
      {isFollowing && (
        <span className="record-following">
          <Icon name="notifications" size="small" />
          <Text source="Following" />
        </span>
      )}
    </>
  )
}
