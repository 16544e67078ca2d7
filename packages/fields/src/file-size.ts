const base = 1000

/** A file size in base 1000: the number in the reader's locale and the unit's text key. */
export function fileSize(bytes: number, locale: string): { amount: string; unit: 'bytes' | 'KB' | 'MB' | 'GB' } {
  const write = (value: number, digits: number) =>
    new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)
  const size = Math.round(Math.abs(bytes))
  if (size < base) return { amount: write(size, 0), unit: 'bytes' }
  if (size < base ** 2) return { amount: write(Math.floor(size / base), 0), unit: 'KB' }
  if (size < base ** 3) return { amount: write(size / base ** 2, 1), unit: 'MB' }
  return { amount: write(size / base ** 3, 2), unit: 'GB' }
}
