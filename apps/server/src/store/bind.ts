import type { Params } from './store.ts'

/**
 * Refuses what a driver would store as something else: node:sqlite turns a leading Date into NULL, booleans into numbers,
 * NaN into NULL, and leaves a missing value NULL. Lists are only bound where `lists` says so (PostgreSQL arrays).
 */
export function checkParams(params: Params, expected: number, lists: boolean): void {
  if (params.length !== expected) throw new TypeError(`The statement takes ${expected} values, not ${params.length}`)
  for (let i = 0; i < params.length; i++) {
    const value: unknown = params[i]
    if (typeof value === 'string' || value === null) continue
    if (typeof value === 'number') {
      if (Number.isFinite(value)) continue
    } else if (value instanceof Uint8Array || (lists && Array.isArray(value))) continue
    throw new TypeError(`Value ${i + 1} of the statement cannot be bound: ${describe(value)}`)
  }
}

// Never the value itself: this text reaches logs, and the value may be a secret.
function describe(value: unknown): string {
  if (typeof value === 'number') return 'a number that is not finite'
  return Object.prototype.toString.call(value).slice(8, -1).toLowerCase()
}
