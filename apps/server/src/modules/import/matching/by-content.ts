import type { Target } from '../../import-targets.ts'
import type { Cell } from '../reading/table.ts'
import { type CellWords, readCell } from './cells.ts'

/** A column needs so many different values to be judged by them. */
const fewest = 3

/**
 * The target of a column that its head does not name, judged by its values: the only free field that takes all of them
 * and does not take any text.
 */
export function matchByContent(
  samples: readonly Cell[],
  free: readonly Target[],
  words: CellWords,
): Target | undefined {
  const values = [...new Set(samples.filter((cell) => cell !== null && String(cell).trim() !== ''))]
  if (values.length < fewest) return undefined
  const fitting = free.filter(({ field }) => isPicky(field.rule) && values.every((cell) => isTaken(cell, field, words)))
  return fitting.length === 1 ? fitting[0] : undefined
}

/** Any text fits most fields, and any number a numeric one; these say something about their values. */
const isPicky = ({ fieldtype, options, fieldname }: Target['field']['rule']) =>
  ['Select', 'Date', 'Datetime', 'Time', 'Color'].includes(fieldtype) ||
  (fieldtype === 'Data' && (options === 'Email' || options === 'URL' || fieldname === 'email'))

function isTaken(cell: Cell, field: Target['field'], words: CellWords): boolean {
  const read = readCell(cell, field, words)
  return 'value' in read && 'value' in field.type.parse(read.value, field.rule, { toWallClock: () => undefined })
}
