const hourMillis = 3_600_000

/** Hours between two backups of a plan. */
export const intervals: Readonly<Record<string, number>> = { Hour: 1, '6 Hours': 6, Day: 24, Week: 168 }

export type Severity = 'Warning' | 'Critical'

/**
 * Whether a backup is overdue: none for one and a half intervals of its plan, at least two hours; critical at three
 * intervals (reference: hosting, Alerts). `since` is the newest backup, or what it counts from without one; both times
 * are milliseconds.
 */
export function overdueSince(
  every: unknown,
  since: number,
  now: number,
): { severity: Severity; hours: number } | undefined {
  const interval = (intervals[String(every)] ?? 24) * hourMillis
  const age = now - since
  if (age < Math.max(1.5 * interval, 2 * hourMillis)) return undefined
  return { severity: age >= 3 * interval ? 'Critical' : 'Warning', hours: Math.floor(age / hourMillis) }
}
