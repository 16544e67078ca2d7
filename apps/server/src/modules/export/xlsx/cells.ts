import type { CellKind, CellValue } from '../columns.ts'
import { styleOf } from './parts.ts'

/** The longest text of a cell; a program refuses a file with a longer one. */
const maxText = 32_767

/** The name of a column by its position: A, B … Z, AA … */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

/** A cell as XML; a blank one is left out. */
export function cellXml(reference: string, kind: CellKind, value: CellValue): string {
  if (value === null || value === '') return ''
  const number = numberOf(kind, value)
  if (number !== undefined) return `<c r="${reference}" s="${styleOf[kind]}"><v>${number}</v></c>`
  if (kind === 'flag') return `<c r="${reference}" t="b"><v>${value ? 1 : 0}</v></c>`
  return textXml(reference, String(value), 0)
}

export function textXml(reference: string, text: string, style: number): string {
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text.slice(0, maxText))}</t></is></c>`
}

/** The number that stands for a value in a cell; undefined for what stays a text. */
function numberOf(kind: CellKind, value: CellValue): number | undefined {
  if (kind === 'number') return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string') return undefined
  if (kind === 'time') return secondsOf(value)
  if (kind === 'date') return dayOf(value)
  if (kind !== 'datetime') return undefined
  const [day = '', time = ''] = value.split(' ')
  const [days, part] = [dayOf(day), secondsOf(time)]
  return days === undefined || part === undefined ? undefined : days + part
}

/** Day 0 of spreadsheets; they count a 29th of February 1900, so days before March of that year have no number. */
const dayZero = Date.UTC(1899, 11, 30)
const firstSafeDay = 61
const dayMillis = 86_400_000

function dayOf(text: string): number | undefined {
  const day = (Date.parse(`${text}T00:00:00Z`) - dayZero) / dayMillis
  return day >= firstSafeDay ? day : undefined
}

/** A time of day as a part of the day. */
function secondsOf(text: string): number | undefined {
  const [hours, minutes, seconds] = text.split(':').map(Number)
  const all = (hours ?? Number.NaN) * 3600 + (minutes ?? Number.NaN) * 60 + (seconds ?? 0)
  return Number.isNaN(all) ? undefined : all / 86_400
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these characters
const special = /[&<>\r\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_(?=x[0-9a-f]{4}_)|[\ud800-\udfff]/i

/** A text for XML: what XML cannot hold is written as `_xHHHH_`, as spreadsheets do. */
export function escapeXml(text: string): string {
  if (!special.test(text)) return text
  return (
    text
      .toWellFormed()
      .replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll('\r', '&#13;')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML cannot hold these characters
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, (one) => {
        return `_x${one.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
      })
  )
}
