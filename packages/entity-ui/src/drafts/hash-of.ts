/** A short text for a selection of ids, in any order: 53 bits, since pages without a secure context have no digests. */
export function hashOf(ids: readonly string[]): string {
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (const letter of [...ids].sort().join('\n')) {
    const code = letter.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  return `${(high >>> 0).toString(36)}${(low >>> 0).toString(36)}`
}
