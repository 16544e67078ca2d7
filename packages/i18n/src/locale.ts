/** The interface languages (reference: texts, Languages). */
export type Language = 'en' | 'he'

export type Direction = 'ltr' | 'rtl'

/** `rtl` for Hebrew and `ltr` for anything else (reference: texts, Languages). */
export function direction(language: string): Direction {
  return language === 'he' ? 'rtl' : 'ltr'
}

/** The locale whose separators numbers and dates use: British English for its day-first dates and 24 hours. */
export function localeOf(language: string): string {
  return language === 'he' ? 'he-IL' : 'en-GB'
}

/** A number with the separators of the language, at most `fractionDigits` after the point (default 9). */
export function formatNumber(value: number, language: string, fractionDigits = 9): string {
  const key = `${language}/${fractionDigits}`
  let format = numberFormats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(localeOf(language), { maximumFractionDigits: fractionDigits })
    numberFormats.set(key, format)
  }
  return format.format(value)
}

/**
 * Follows an amount: the sign of the four known currencies, else the code itself (reference: texts, Dates and numbers).
 */
export function currencySuffix(code: string): string {
  return currencySigns[code.toUpperCase()] ?? code
}

const numberFormats = new Map<string, Intl.NumberFormat>()

const currencySigns: Readonly<Record<string, string>> = { ILS: '₪', USD: '$', EUR: '€', GBP: '£' }
