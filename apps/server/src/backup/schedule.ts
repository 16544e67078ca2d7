import { createHash } from 'node:crypto'

/** When the backups of a plan are due. */
export interface Schedule {
  every: 'Hour' | '6 Hours' | 'Day' | 'Week'
  /** Wall clock of HQ, `HH:mm:ss`; of an hourly plan the hour does not count. */
  at: string
}

const minute = 60_000
const hour = 60 * minute

/** Milliseconds between two backups of a plan. */
export const intervals: Readonly<Record<Schedule['every'], number>> = {
  Hour: hour,
  '6 Hours': 6 * hour,
  Day: 24 * hour,
  Week: 7 * 24 * hour,
}

/**
 * The latest moment up to `now` at which a backup of the project was due: the plan's time of the day (of a weekly plan
 * on Sunday), plus a part of the hour that follows, of ten minutes in an hourly plan. Each project has a part of its own,
 * so that the backups of many do not begin at once.
 */
export function lastDue({ every, at }: Schedule, project: string, now: Date): Date {
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number)
  const part = partOf(project) * (every === 'Hour' ? 10 * minute : hour)
  const latest = now.getTime() - part
  const today = new Date(latest)
  const due = new Date(today.getFullYear(), today.getMonth(), today.getDate(), hours, minutes, seconds)
  if (every === 'Hour') due.setHours(today.getHours())
  if (every === '6 Hours')
    due.setHours(hours % 6 <= today.getHours() ? stepBelow(hours % 6, today.getHours()) : hours % 6)
  while (due.getTime() > latest) stepBack(due, every)
  if (every === 'Week') due.setDate(due.getDate() - due.getDay())
  return new Date(due.getTime() + part)
}

/** The greatest of `first`, `first` + 6 … that is not above `hours`. */
const stepBelow = (first: number, hours: number) => first + Math.floor((hours - first) / 6) * 6

/** By the wall clock, so that a day of 23 or 25 hours moves nothing. */
function stepBack(due: Date, every: Schedule['every']): void {
  if (every === 'Hour') due.setTime(due.getTime() - hour)
  else if (every === '6 Hours') due.setHours(due.getHours() - 6)
  else due.setDate(due.getDate() - 1)
}

/** A fraction of 1 that follows from the id of the project. */
const partOf = (project: string) => createHash('sha256').update(project).digest().readUInt32BE() / 2 ** 32
