import type { Params, SqlParam } from './store.ts'

/**
 * The values as both databases take them. Refuses what a driver would store as something else: node:sqlite turns a leading Date
 * into NULL, booleans into numbers, NaN into NULL, and leaves a missing value NULL. Lists are only bound where `lists` says so
 * (PostgreSQL arrays).
 * @throws TypeError for a value that cannot be bound, or for more or fewer than `expected`
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

/** The members of a list that travels as one parameter, as `bindParams` would bind each. */
export function bindList<T extends string | number>(values: readonly T[]): readonly T[] {
  const hasNul = values.some((value) => typeof value === 'string' && value.includes('\0'))
  return hasNul ? values.map((value) => (typeof value === 'string' ? (withoutNul(value) as T) : value)) : values
}

/** PostgreSQL takes no NUL, so that no stored text holds one: a value with one finds nothing on either database. */
const withoutNul = (text: string) => text.replaceAll('\0', '\ufffd')

// Never the value itself: this text reaches logs, and the value may be a secret.
function describe(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite'
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase()
}
