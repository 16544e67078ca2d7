import { wallClock } from '@tavla/i18n'
import { useNow, useTimes } from '@tavla/i18n/react'
import { useEnvironment } from './environment.ts'

/** A moment by this browser's clock, in milliseconds, as people say it: the time alone for today. */
export function useMoment(millis: number): string {
  const { formatMoment, formatTime } = useTimes()
  const { session, now } = useEnvironment()
  const moment = wallClock(millis, session.time_zone)
  const isToday = moment.slice(0, 10) === useNow(now).slice(0, 10)
  return isToday ? formatTime(moment) : formatMoment(moment)
}
