import { ApiError } from './api-error.ts'

/** Key of an error in a column of a row (from 1) of a Table field. */
export const rowErrorKey = (fieldname: string, row: number, rowFieldname: string) =>
  `${fieldname}.${row}.${rowFieldname}`

/**
 * Messages by fieldname, and by `rowErrorKey` for rows, to show each beside its field; the first message of a
 * place wins.
 */
export function fieldErrors(error: unknown): Record<string, string> {
  const found: Record<string, string> = {}
  for (const one of error instanceof ApiError ? error.errors : []) {
    found[one.fieldname] ??= one.message
    if (one.row === undefined || one.row_fieldname === undefined) continue
    found[rowErrorKey(one.fieldname, one.row, one.row_fieldname)] ??= one.message
  }
  return found
}
