/** Rows that are added, deleted and reordered as a table's are, for screens that draw them in their own way. */
export { addRow, deleteRow, moveRow, readRows, type TableRow } from '../table-rows.ts'
export { useRowKeys } from './useRowKeys.ts'
export { useRowSort } from './useRowSort.ts'
