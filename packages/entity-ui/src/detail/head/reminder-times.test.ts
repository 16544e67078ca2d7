import { expect, test } from 'vitest'
import { reminderTimes } from './reminder-times.ts'

const israel = { time_zone: 'Asia/Jerusalem', week_start: 'Sunday' } as const

test('a reminder is offered for three hours on, for tomorrow and for the first day of the week', () => {
  // A Wednesday.
  expect(reminderTimes('2026-05-06 14:05:30.123456', israel)).toEqual({
    laterToday: '2026-05-06 17:05:30',
    tomorrow: '2026-05-07 08:00:00',
    nextWeek: '2026-05-10 08:00:00',
  })
  expect(reminderTimes('2026-05-06 14:05:30', { ...israel, week_start: 'Monday' }).nextWeek).toBe('2026-05-11 08:00:00')
})

test('on the first day of a week the next one is a week away, and late hours lead into the next day', () => {
  expect(reminderTimes('2026-05-10 22:30:00', israel)).toEqual({
    laterToday: '2026-05-11 01:30:00',
    tomorrow: '2026-05-11 08:00:00',
    nextWeek: '2026-05-17 08:00:00',
  })
})

test('a day of 23 or 25 hours is one day', () => {
  expect(reminderTimes('2026-03-26 23:30:00', israel)).toMatchObject({
    laterToday: '2026-03-27 03:30:00',
    tomorrow: '2026-03-27 08:00:00',
  })
  expect(reminderTimes('2026-10-24 23:30:00', israel).tomorrow).toBe('2026-10-25 08:00:00')
})
