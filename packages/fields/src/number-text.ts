/** The number that a person typed, or null when it is none. Group separators, blanks and direction marks are passed over. */
export function parseNumber(text: string): number | null {
  const plain = text.replace(/[\s,\u00a0\u200e\u200f\u202a-\u202e\u2066-\u2069']/g, '').replace(/^\u2212/, '-')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** The same as a whole number, cut off towards zero as the server does. */
export function parseWhole(text: string): number | null {
  const value = parseNumber(text)
  return value === null ? null : Math.trunc(value)
}

/** A stored number as editable text: the shortest that reads back to the same number. */
export function numberText(value: unknown): string {
  const number = typeof value === 'number' ? value : Number(value ?? 0)
  return Number.isFinite(number) ? String(number) : '0'
}

/** A number in the reader's locale with separators, never rounded. `leastDigits` fills the fraction of money up. */
export function formatNumber(value: unknown, locale: string, leastDigits = 0): string {
  const number = typeof value === 'number' ? value : Number(value ?? 0)
  const digits = Number.isInteger(number) ? 0 : leastDigits
  return new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 }).format(number)
}
