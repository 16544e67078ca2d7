import type { SessionInfo } from '@tavla/contract'
import { instantOf, wallClock } from '@tavla/i18n'

/** Wall-clock texts of the moments that are offered for a reminder (reference: work, Reminders). */
export interface ReminderTimes {
  laterToday: string
  tomorrow: string
  nextWeek: string
}

const hour = 3_600_000
const weekDays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** In three hours; at eight tomorrow; at eight on the first day of the next week. `now` is a wall-clock text. */
export function reminderTimes(now: string, { time_zone: zone, week_start: first }: Week): ReminderTimes {
  const [year = 0, month = 1, day = 1] = now.slice(0, 10).split('-').map(Number)
  // Days are counted on the calendar, since one of them may have 23 or 25 hours.
  const dayAfter = (days: number) => new Date(Date.UTC(year, month - 1, day + days))
  const atEight = (days: number) => `${dayAfter(days).toISOString().slice(0, 10)} 08:00:00`
  const untilFirst = (weekDays.indexOf(first) - dayAfter(0).getUTCDay() + 7) % 7
  return {
    laterToday: wallClock(instantOf(now, zone) + 3 * hour, zone).slice(0, 19),
    tomorrow: atEight(1),
    nextWeek: atEight(untilFirst || 7),
  }
}

type Week = Pick<SessionInfo, 'time_zone' | 'week_start'>
