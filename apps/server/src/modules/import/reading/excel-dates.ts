const builtInDates: ReadonlySet<number> = new Set([
  ...[14, 15, 16, 17, 22],
  ...[27, 28, 29, 30, 31, 34, 35, 36],
  ...[50, 51, 52, 53, 54, 55, 56, 57, 58],
])
const builtInTimes: ReadonlySet<number> = new Set([18, 19, 20, 21, 32, 33, 45, 46, 47])

/** How a format of a workbook shows a number. */
export type NumberShape = 'number' | 'date' | 'time'

/** The shape of numbers in a format: `code` is that of a format of the workbook's own. */
export function shapeOf(id: number, code: string | undefined): NumberShape {
  if (code === undefined) return builtInDates.has(id) ? 'date' : builtInTimes.has(id) ? 'time' : 'number'
  const [first = ''] = code.split(';')
  // Quoted words, colours, locales and escaped characters are no part of the pattern.
  const pattern = first.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/general/i.test(pattern)) return 'number'
  if (/[yd]/i.test(pattern) || (/m/i.test(pattern) && !/[hs]/i.test(pattern))) return 'date'
  return /[hms]/i.test(pattern) ? 'time' : 'number'
}

const dayLength = 86_400_000

/**
 * The text of a day number of a workbook: `YYYY-MM-DD`, with the time when there is one; a time alone below one day.
 * Day 60 of 1900 never was, although workbooks count it.
 */
export function momentOf(serial: number, shape: NumberShape, is1904: boolean): string | undefined {
  if (!Number.isFinite(serial) || serial < 0 || serial >= 2_958_466) return undefined
  const seconds = Math.round((serial % 1) * 86_400)
  if (serial < 1 && shape === 'time') return timeText(seconds % 86_400)
  const day = Math.floor(serial) + (seconds === 86_400 ? 1 : 0)
  if (!is1904 && day === 60) return '1900-02-29'
  const from1900 = is1904 ? day + 1462 : day
  const base = from1900 < 60 ? Date.UTC(1899, 11, 31) : Date.UTC(1899, 11, 30)
  const date = new Date(base + from1900 * dayLength).toISOString().slice(0, 10)
  const time = seconds % 86_400
  return time === 0 && shape === 'date' ? date : `${date} ${timeText(time)}`
}

function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts.map((part) => String(part).padStart(2, '0')).join(':')
}
