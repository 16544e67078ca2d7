import { expect, test } from 'vitest'
import { expired, type KeptBackup, type Retention } from './retention.ts'

const none: Retention = { hourly: 0, daily: 0, weekly: 0, monthly: 0, yearly: 0, safetyDays: 0 }
const now = new Date(2026, 4, 20, 12)

const at = (id: string, takenAt: Date, changes: Partial<KeptBackup> = {}): KeptBackup => ({
  id,
  takenAt,
  isProven: false,
  isPinned: false,
  type: 'Scheduled',
  ...changes,
})

test('the newest of each hour, day, week, month and year stays', () => {
  const hours = [0, 1, 2].flatMap((back) =>
    [10, 40].map((minute) => at(`h${back}:${minute}`, new Date(2026, 4, 20, 11 - back, minute))),
  )
  expect(expired(hours, { ...none, hourly: 2 }, now)).toEqual(['h0:10', 'h1:10', 'h2:40', 'h2:10'])
  expect(expired(hours, { ...none, daily: 7 }, now)).toHaveLength(5)
  const days = Array.from({ length: 400 }, (_, back) => at(`d${back}`, new Date(2026, 4, 20 - back, 2)))
  expect(days.length - expired(days, { ...none, daily: 7 }, now).length).toBe(7)
  expect(days.length - expired(days, { ...none, weekly: 5 }, now).length).toBe(5)
  expect(days.length - expired(days, { ...none, monthly: 12 }, now).length).toBe(12)
  expect(days.length - expired(days, { ...none, yearly: 5 }, now).length).toBe(2)
})

test('a week is the ISO week, from Monday, also around New Year', () => {
  const around = [
    at('sunday', new Date(2027, 0, 3, 2)),
    at('monday', new Date(2026, 11, 28, 2)),
    at('before', new Date(2026, 11, 27, 2)),
  ]
  expect(expired(around, { ...none, weekly: 1 }, new Date(2027, 0, 3, 12))).toEqual(['monday', 'before'])
  expect(expired(around, { ...none, weekly: 2 }, new Date(2027, 0, 3, 12))).toEqual(['monday'])
})

test('the newest proven one, pinned ones, and safety copies for their days stay whatever the plan says', () => {
  const backups = [
    at('new', new Date(2026, 4, 20, 2)),
    at('proven', new Date(2026, 4, 1, 2), { isProven: true }),
    at('proven before', new Date(2026, 3, 1, 2), { isProven: true }),
    at('pinned', new Date(2020, 0, 1), { isPinned: true }),
    at('safety', new Date(2026, 4, 10), { type: 'Safety' }),
    at('old final', new Date(2026, 2, 1), { type: 'Final' }),
  ]
  expect(expired(backups, { ...none, safetyDays: 30 }, now)).toEqual(['new', 'proven before', 'old final'])
})

test('backups of a clock that ran ahead stay until their moment comes, and let no newer one go', () => {
  const backups = [
    at('ahead', new Date(2026, 4, 21, 11), { isProven: true }),
    at('also ahead', new Date(2026, 4, 21, 10)),
    at('newest', new Date(2026, 4, 20, 11), { isProven: true }),
    at('before', new Date(2026, 4, 20, 10), { isProven: true }),
  ]
  const left = (then: Date) => {
    const gone = expired(backups, { ...none, hourly: 1 }, then)
    return backups.map(({ id }) => id).filter((id) => !gone.includes(id))
  }
  expect(left(now)).toEqual(['ahead', 'also ahead', 'newest'])
  expect(left(new Date(2026, 4, 22))).toEqual(['ahead'])
})

test('the newest that a person took stays for the days of safety copies, beside later ones of its hour', () => {
  const backups = [
    at('later', new Date(2026, 4, 20, 11, 50), { isProven: true }),
    at('by hand', new Date(2026, 4, 20, 11, 40), { type: 'Manual' }),
    at('by hand before', new Date(2026, 4, 20, 11, 30), { type: 'Manual' }),
  ]
  const plan = { ...none, hourly: 1, safetyDays: 30 }
  expect(expired(backups, plan, now)).toEqual(['by hand before'])
  expect(expired(backups, plan, new Date(2026, 6, 20))).toEqual(['by hand', 'by hand before'])
})
