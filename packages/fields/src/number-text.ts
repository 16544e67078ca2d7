/**
 * The number in a typed text, or null if it has none. Blanks and direction marks are ignored. Commas separate groups of
 * three; a single comma elsewhere is a decimal comma, since `12,5` must not become 125.
 */
export function parseNumber(text: string): number | null {
  const typed = text.replace(/[\s\u00a0\u200e\u200f\u202a-\u202e\u2066-\u2069']/g, '').replace(/^\u2212/, '-')
  const plain = /^[+-]?\d{1,3}(,\d{3})+(\.\d*)?$/.test(typed)
    ? typed.replaceAll(',', '')
    : typed.replace(/^([^.,]*),([^.,]*)$/, '$1.$2')
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null
  const value = Number(plain)
  return Number.isFinite(value) ? value : null
}

/** The same as a whole number, truncated toward zero as on the server. */
export function parseWhole(text: string): number | null {
  const value = parseNumber(text)
  return value === null ? null : Math.trunc(value)
}

/** A stored number as editable text: the shortest text that parses to the same number. */
export function numberText(value: unknown): string {
  const number = typeof value === 'number' ? value : Number(value ?? 0)
  return Number.isFinite(number) ? String(number) : '0'
}

/**
 * A number in the reader's locale with separators, with at least so many digits after the point. Rounds only to fifteen
 * significant digits, beyond which binary arithmetic adds noise.
 */
export function formatNumber(value: unknown, locale: string, digits = 0): string {
  return formatOf(locale, digits).format(exactNumber(value))
}

/** Digits after the point of a number as `formatNumber` writes it. */
export const fractionDigits = (value: unknown): number => /\.(\d+)$/.exec(`${exactNumber(value)}`)?.[1]?.length ?? 0

function exactNumber(value: unknown): number {
  const number = typeof value === 'number' ? value : Number(value ?? 0)
  return Number.isInteger(number) ? number : Number(number.toPrecision(15))
}

/**
 * A whole number in the reader's locale, with separators from five digits on: four digits may be a year or a port, and
 * are readable without. `isGrouped` adds separators in any case, as in a column that has a longer number.
 */
export function formatWhole(value: unknown, locale: string, isGrouped = false): string {
  return formatOf(locale, 0, isGrouped ? 'grouped' : 'whole').format(Number(value ?? 0) || 0)
}

/** True if a whole number that stands alone has separators. */
export const isLongWhole = (value: unknown): boolean => Math.abs(Number(value ?? 0)) >= 10_000

/** An amount of money in the reader's locale, rounded to the digits of its currency. */
export function formatAmount(value: unknown, locale: string, digits: number): string {
  return formatOf(locale, digits, 'amount').format(Number(value ?? 0) || 0)
}

/** Digits after the decimal point in a currency's amounts: 2, except for the currencies below. */
export function currencyDigits(code: string): number {
  if (code === '') return 2
  try {
    return formatOf('en', 0, code).resolvedOptions().minimumFractionDigits ?? 2
  } catch {
    return 2
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/**
 * Caches formats: they are slow to make, and every row of a list needs the same one. `kind`: a currency's
 * code, or one of `optionsOf`.
 */
function formatOf(locale: string, digits: number, kind = ''): Intl.NumberFormat {
  const key = `${locale}/${digits}/${kind}`
  const known = formats.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale, optionsOf(digits, kind))
  formats.set(key, made)
  return made
}

function optionsOf(digits: number, kind: string): Intl.NumberFormatOptions {
  if (kind === 'whole') return { maximumFractionDigits: 0, useGrouping: 'min2' }
  if (kind === 'grouped') return { maximumFractionDigits: 0, useGrouping: 'always' }
  if (kind === 'amount') return { minimumFractionDigits: digits, maximumFractionDigits: digits }
  if (kind !== '') return { style: 'currency', currency: kind }
  return { minimumFractionDigits: digits, maximumFractionDigits: 20 }
}
