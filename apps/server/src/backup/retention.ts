/** How many backups of a project stay, as its plan says. */
export interface Retention {
  hourly: number
  daily: number
  weekly: number
  monthly: number
  yearly: number
  /** Days for which Safety and Final backups stay, and the newest that a person took. */
  safetyDays: number
}

/** A finished backup, as retention sees it. */
export interface KeptBackup {
  id: string
  /** Wall clock of HQ. */
  takenAt: Date
  isProven: boolean
  isPinned: boolean
  type: 'Scheduled' | 'Manual' | 'Safety' | 'Final'
}

const day = 86_400_000

/**
 * The ids of the backups of one project that may go: all but the newest of each hour, day, ISO week, month and year as
 * far back as the plan says, the newest Proven one, the pinned ones, and for their days Safety and Final ones and the
 * newest that a person took, which a later one of the same hour would else make go. Backups that a clock ahead of its time
 * gave a later moment than now stay until then, and stand for none of the others.
 */
export function expired(backups: readonly KeptBackup[], plan: Retention, now: Date): string[] {
  const newestFirst = backups
    .filter(({ takenAt }) => takenAt <= now)
    .toSorted((one, other) => other.takenAt.getTime() - one.takenAt.getTime())
  const kept = new Set(newestFirst.filter((one) => one.isPinned).map(({ id }) => id))
  const proven = newestFirst.find((one) => one.isProven)
  if (proven) kept.add(proven.id)
  const byHand = newestFirst.find(({ type }) => type === 'Manual')
  for (const one of newestFirst) {
    const age = now.getTime() - one.takenAt.getTime()
    const isForDays = one.type === 'Safety' || one.type === 'Final' || one === byHand
    if (isForDays && age < plan.safetyDays * day) kept.add(one.id)
  }
  for (const [count, periodOf] of [
    [plan.hourly, hourOf],
    [plan.daily, dayOf],
    [plan.weekly, weekOf],
    [plan.monthly, (at: Date) => dayOf(at).slice(0, 7)],
    [plan.yearly, (at: Date) => dayOf(at).slice(0, 4)],
  ] as const) {
    const seen = new Set<string>()
    for (const one of newestFirst) {
      const period = periodOf(one.takenAt)
      if (seen.has(period)) continue
      if (seen.size >= count) break
      seen.add(period)
      kept.add(one.id)
    }
  }
  return newestFirst.filter(({ id }) => !kept.has(id)).map(({ id }) => id)
}

const two = (number: number) => String(number).padStart(2, '0')
const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
const hourOf = (at: Date) => `${dayOf(at)} ${two(at.getHours())}`

/** The Monday with which the ISO week begins. */
function weekOf(at: Date): string {
  const monday = new Date(at.getFullYear(), at.getMonth(), at.getDate() - ((at.getDay() + 6) % 7))
  return dayOf(monday)
}
