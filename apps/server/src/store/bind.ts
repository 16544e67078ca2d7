import type { Params, SqlParam } from './store.ts'

/**
 * Converts the values for both databases. Refuses values that a driver would silently convert: node:sqlite turns a
 * leading Date into NULL, booleans into numbers and NaN into NULL, and binds NULL for a missing value. Lists are bound
 * only when `lists` is true (PostgreSQL arrays).
 * @throws TypeError for a value that cannot be bound, or for more or fewer values than `expected`
 */
export function bindParams(params: Params, expected: number, lists: boolean): Params {
  if (params.length !== expected) throw new TypeError(`The statement takes ${expected} values, not ${params.length}`)
  let bound: SqlParam[] | undefined
  for (let i = 0; i < params.length; i++) {
    const value: unknown = params[i]
    if (typeof value === 'string') {
      if (value.includes('\0')) {
        bound ??= [...params]
        bound[i] = withoutNul(value)
      }
      continue
    }
    if (value === null) continue
    if (typeof value === 'number') {
      if (Number.isFinite(value)) continue
    } else if (value instanceof Uint8Array || (lists && Array.isArray(value))) continue
    throw new TypeError(`Value ${i + 1} of the statement cannot be bound: ${describe(value)}`)
  }
  return bound ?? params
}

/** The members of a list that is bound as one parameter, each as `bindParams` would bind it. */
export function bindList<T extends string | number>(values: readonly T[]): readonly T[] {
  const hasNul = values.some((value) => typeof value === 'string' && value.includes('\0'))
  return hasNul ? values.map((value) => (typeof value === 'string' ? (withoutNul(value) as T) : value)) : values
}

/** PostgreSQL stores no NUL, so no stored text contains one: a value with a NUL finds nothing on either database. */
const withoutNul = (text: string) => text.replaceAll('\0', '\ufffd')

// Describes the type, never the value: this text reaches logs, and the value may be a secret.
function describe(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite'
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase()
}
