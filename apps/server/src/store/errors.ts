/** Messages of StoreUnavailable: the database's own file can't grow. */
export const diskIsFull = 'The disk is full.'
/** The same for a database on a server of its own. */
export const databaseDiskIsFull = 'The disk of the database is full.'
export const databaseIsAway = 'The database cannot be reached.'
export const databaseIsSlow = 'The database did not answer in time.'

/** Those that people are told: causes that they can wait for or do something about. */
const causesForPeople: readonly string[] = [diskIsFull, databaseDiskIsFull, databaseIsAway, databaseIsSlow]

/**
 * The database cannot do its work now: disk full, I/O error, connection lost, closing. Answered as 503. Nothing of a write
 * stands, unless `mayStand` says that its commit was under way and that nobody could be asked what became of it.
 */
export class StoreUnavailable extends Error {
  readonly mayStand: boolean

  constructor(message: string, cause?: unknown, mayStand = false) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StoreUnavailable'
    this.mayStand = mayStand
  }

  /** The sentence for people; undefined where the cause says nothing to them. */
  get causeForPeople(): string | undefined {
    return causesForPeople.includes(this.message) ? this.message : undefined
  }

  get isDiskFull(): boolean {
    return this.message === diskIsFull || this.message === databaseDiskIsFull
  }
}

/** More is asked of the database than it can answer soon; the query was not begun. */
export class StoreBusy extends StoreUnavailable {
  constructor() {
    super('More is asked of the database than it can answer.')
    this.name = 'StoreBusy'
  }
}

/** A unique index refused the row. `columns` are the columns of that index, as far as the database names them. */
export class UniqueViolation extends Error {
  readonly columns: readonly string[]

  constructor(columns: readonly string[], cause?: unknown) {
    super(`Already used: ${columns.join(', ')}`, cause === undefined ? undefined : { cause })
    this.name = 'UniqueViolation'
    this.columns = columns
  }
}

/** The statement names a table or a column that is gone: it was made for definitions that no longer hold. */
export class SchemaMoved extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SchemaMoved'
  }
}

/** The code that a driver hung on an error; drivers differ in where they put it, so it is read from `unknown`. */
export function errorProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** What travels of an error from one thread to another. */
export interface ErrorData {
  name: string
  message: string
  columns?: readonly string[]
}

export function errorData(thrown: unknown): ErrorData {
  const { name, message } = asError(thrown)
  return { name, message, ...(thrown instanceof UniqueViolation && { columns: thrown.columns }) }
}

export function errorFrom({ name, message, columns = [] }: ErrorData): Error {
  if (name === 'UniqueViolation') return new UniqueViolation(columns)
  if (name === 'SchemaMoved') return new SchemaMoved(message)
  return name === 'StoreUnavailable' ? new StoreUnavailable(message) : new Error(message)
}
