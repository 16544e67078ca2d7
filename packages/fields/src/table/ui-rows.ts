export { currencyDigits } from '../number-text.ts'
/** The row operations of tables, for screens that render rows themselves. */
export { addRow, deleteRow, moveRow, readRows, type TableRow } from '../table-rows.ts'
export { type DrawnField, DrawnRowsContext, useWhy } from '../ui-drawn.ts'
export { useRowKeys } from './useRowKeys.ts'
export { useRowSort } from './useRowSort.ts'
