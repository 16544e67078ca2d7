import {
  asError,
  databaseDiskIsFull,
  databaseIsAway,
  databaseIsSlow,
  errorProperty,
  SchemaChanged,
  StoreUnavailable,
  UniqueViolation,
} from './errors.ts'

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EHOSTUNREACH',
  'ENOENT',
  'EAI_AGAIN',
])
// The driver gives these errors no code. This one means that no connection of the pool became free in time:
const poolTimeout = /^timeout exceeded/
const lostMessages =
  /^(Connection terminated|timeout exceeded|Client has encountered a connection error|Client was closed|Cannot use a pool)/

/** The connection was closed because no answer came or could come. */
export class NoAnswerError extends Error {
  constructor() {
    super('No answer came')
    this.name = 'NoAnswerError'
  }
}

/**
 * Maps an error of PostgreSQL or its driver to the error that callers of the store get. `timeoutMessage` is the message for a
 * statement that the server ended.
 */
export function translatePostgresError(thrown: unknown, timeoutMessage: string = databaseIsSlow): Error {
  const error = asError(thrown)
  if (error instanceof StoreUnavailable) return error
  const code = errorProperty(error, 'code')
  if (code === '23505') return new UniqueViolation(columnsIn(errorProperty(error, 'detail')), error)
  if (code === '42703' || code === '42P01') return new SchemaChanged(error.message, error)
  if (code === '55P03') return new StoreUnavailable('The table is being read for too long.', error)
  if (code === '57014') return new StoreUnavailable(timeoutMessage, error)
  if (code === '53100') return new StoreUnavailable(databaseDiskIsFull, error)
  if (error instanceof NoAnswerError || poolTimeout.test(error.message))
    return new StoreUnavailable(databaseIsSlow, error)
  if (isConnectionLost(error)) return new StoreUnavailable(databaseIsAway, error)
  if (typeof code === 'string' && /^5[38]/.test(code))
    return new StoreUnavailable('The database is out of room.', error)
  return error
}

/** True when the connection cannot be used any more. */
export function isConnectionLost(error: Error): boolean {
  if (error instanceof NoAnswerError) return true
  const code = errorProperty(error, 'code')
  if (typeof code === 'string') return networkCodes.has(code) || /^(08|57P|25P03)/.test(code)
  return lostMessages.test(error.message)
}

/**
 * True when a retry of the same transaction may succeed: it lost a race, or a prepared statement is stale because a
 * table changed (through another server process, for example).
 */
export function isWorthRetrying(error: unknown): boolean {
  const code = errorProperty(error, 'code')
  return code === '40001' || code === '40P01' || isStalePlan(error)
}

/** True when a statement gave up waiting for a table that others read. */
export function isTableBusy(error: unknown): boolean {
  return errorProperty(error, 'code') === '55P03'
}

/** "cached plan must not change result type" */
export function isStalePlan(error: unknown): boolean {
  return errorProperty(error, 'code') === '0A000' && /cached plan/.test(asError(error).message)
}

/** One clear reason why no connection could be opened, without secrets. */
export function connectionReason(thrown: unknown): string {
  const error = asError(thrown)
  const inner = error instanceof AggregateError && error.errors.length > 0 ? asError(error.errors[0]) : error
  const code = errorProperty(inner, 'code')
  return inner.message || (typeof code === 'string' ? code : 'no reason given')
}

// Key (project, "user")=(a, b) already exists.
function columnsIn(detail: unknown): string[] {
  const list = typeof detail === 'string' ? /^Key \((.*?)\)=/.exec(detail)?.[1] : undefined
  return list === undefined ? [] : list.split(', ').map((name) => name.replaceAll('"', ''))
}
