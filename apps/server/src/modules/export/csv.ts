import type { EntityRecord } from '@tavla/contract'
import { stringify } from 'csv-stringify/sync'
import type { CellValue, Column } from './columns.ts'

/** The text of a table in CSV, page by page, with the mark by which spreadsheets know UTF-8. */
export async function* csvOf(
  columns: readonly Column[],
  pages: AsyncIterable<readonly EntityRecord[]>,
  delimiter: string,
): AsyncGenerator<string> {
  const lines = (rows: CellValue[][]) =>
    stringify(rows, { delimiter, record_delimiter: '\r\n', quoted_match: /[\r\n]/ })
  yield `\ufeff${lines([columns.map(({ label }) => guarded(label))])}`
  for await (const page of pages) {
    yield lines(page.map((record) => columns.map((column) => cellOf(column, record))))
  }
}

function cellOf({ value }: Column, record: EntityRecord): CellValue {
  const cell = value(record)
  return typeof cell === 'string' ? guarded(cell) : cell
}

/**
 * Spreadsheets run a text that begins like a formula, unless a quote is before it. A text that begins with such a quote
 * itself gets one more, since an import takes one off.
 */
const guarded = (text: string) => (/^'*[=+\-@\t\r]/.test(text) && !isNumber.test(text) ? `'${text}` : text)

const isNumber = /^[+-]?\d+(\.\d+)?$/
