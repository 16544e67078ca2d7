import type { ImportCell, ImportRow } from '@tavla/contract'

/** A column of the file that is saved: its head, and the field that its cells are of. */
export interface CsvColumn {
  name: string
  head: string
}

/**
 * Refused lines as a file to mend and bring again: the values, and in the last column the reasons. A text that a
 * spreadsheet would take for a formula begins with `'`, which an import takes off.
 */
export function refusedCsv(columns: readonly CsvColumn[], reasons: string, rows: readonly ImportRow[]): string {
  const head = [...columns.map((column) => column.head), reasons]
  const lines = rows.map(({ values, messages }) => [
    ...columns.map(({ name }) => values[name] ?? null),
    Object.values(messages).join(' · '),
  ])
  return `\ufeff${[head, ...lines].map((cells) => `${cells.map(cellText).join(',')}\r\n`).join('')}`
}

function cellText(cell: ImportCell): string {
  const plain = cell === null ? '' : String(cell)
  const isFormula = typeof cell === 'string' && /^[=+\-@\t\r]/.test(plain) && !/^[+-]?\d+([.,]\d+)*$/.test(plain)
  const safe = isFormula ? `'${plain}` : plain
  return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
