/** A message of StoreUnavailable: the disk under the database file is full. */
export const diskIsFull = 'The disk is full.'
/** The same for a database on another server. */
export const databaseDiskIsFull = 'The disk of the database is full.'
/** The same: pages of the file contradict each other. */
export const fileIsDamaged = 'The database file is damaged.'
export const databaseIsAway = 'The database cannot be reached.'
export const databaseIsSlow = 'The database did not answer in time.'

/** Causes shown to people, because they can wait or act on them. */
const causesForPeople: readonly string[] = [diskIsFull, databaseDiskIsFull, databaseIsAway, databaseIsSlow]

/**
 * The database cannot work now: disk full, I/O error, connection lost, closing. Answered as 503. The write was rolled
 * back, unless `mayBeCommitted` is true: then the connection broke during the commit and its outcome is unknown.
 */
export class StoreUnavailable extends Error {
  readonly mayBeCommitted: boolean

  constructor(message: string, cause?: unknown, mayBeCommitted = false) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'StoreUnavailable'
    this.mayBeCommitted = mayBeCommitted
  }

  /** The sentence for people; undefined when the cause means nothing to them. */
  get causeForPeople(): string | undefined {
    return causesForPeople.includes(this.message) ? this.message : undefined
  }

  get isDamage(): boolean {
    return this.message === fileIsDamaged
  }

  get isDiskFull(): boolean {
    return this.message === diskIsFull || this.message === databaseDiskIsFull
  }
}

/** The database has too many queries to answer this one soon; it was not started. */
export class StoreBusy extends StoreUnavailable {
  constructor() {
    super('More is asked of the database than it can answer.')
    this.name = 'StoreBusy'
  }
}

/** A unique index refused the row. `columns` are the columns of that index, if the database names them. */
export class UniqueViolation extends Error {
  readonly columns: readonly string[]

  constructor(columns: readonly string[], cause?: unknown) {
    super(`Already used: ${columns.join(', ')}`, cause === undefined ? undefined : { cause })
    this.name = 'UniqueViolation'
    this.columns = columns
  }
}

/** The statement names a table or column that no longer exists, because definitions have changed since it was built. */
export class SchemaChanged extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'SchemaChanged'
  }
}

/** Reads a property that a driver attached to an error. Drivers differ in its place, hence `unknown`. */
export function errorProperty(error: unknown, name: string): unknown {
  return typeof error === 'object' && error !== null ? (error as Record<string, unknown>)[name] : undefined
}

export function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown))
}

/** The part of an error that is sent from one thread to another. */
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
  if (name === 'SchemaChanged') return new SchemaChanged(message)
  return name === 'StoreUnavailable' ? new StoreUnavailable(message) : new Error(message)
}
