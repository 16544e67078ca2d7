/**
 * True when two values of a field count as equal in a merge (reference: http-api, Changing): text without its ends,
 * blank text as null, lists and objects by content.
 */
export function areEqualValues(a: unknown, b: unknown): boolean {
  const [left, right] = [plain(a), plain(b)]
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => areEqualValues(read(left, key), read(right, key)))
}

/** True for the values that a field has before anybody sets it. */
export function isUnset(value: unknown): boolean {
  const own = plain(value)
  return own === null || own === 0 || (Array.isArray(own) && own.length === 0)
}

function plain(value: unknown): unknown {
  if (value === undefined) return null
  if (typeof value !== 'string') return value
  return value.trim() || null
}

function read(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
}
