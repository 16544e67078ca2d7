/**
 * True when two values of a field are equal to the record: blank text equals null, lists and objects compare
 * by content.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  const left = plain(a)
  const right = plain(b)
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false
  if (Array.isArray(left) !== Array.isArray(right)) return false
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isSameValue(read(left, key), read(right, key)))
}

function plain(value: unknown): unknown {
  return value === undefined || value === '' ? null : value
}

function read(value: object, key: string): unknown {
  return (value as Record<string, unknown>)[key]
}
