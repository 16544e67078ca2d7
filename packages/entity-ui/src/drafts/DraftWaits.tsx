import { wallClock } from '@tavla/i18n'
import { Text, useNow, useTimes } from '@tavla/i18n/react'
import { useEnvironment } from '../environment.ts'

/** Says when a kept draft was typed: the time alone for today. `since`: milliseconds by this browser's clock. */
export function DraftWaits({ since }: { since: number }) {
  const { formatDate, formatTime } = useTimes()
  const { session, now } = useEnvironment()
  const moment = wallClock(since, session.time_zone)
  const isToday = moment.slice(0, 10) === useNow(now).slice(0, 10)
  const time = formatTime(moment.slice(11, 16))
  return <Text source="You have unsaved changes from {0}." args={[isToday ? time : `${formatDate(moment)} ${time}`]} />
}
