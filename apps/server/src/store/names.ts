import { createHash } from 'node:crypto'
import type { IndexSpec, TableSpec } from './store.ts'

const allowed = /^[a-z][a-z0-9_]{0,62}$/

/**
 * Returns the name if a table or column may have it. Every name printed into a statement passes this check.
 * @throws Error for any other name
 */
export function checkName(name: string): string {
  if (!allowed.test(name)) throw new Error(`Not a name for a table or column: ${JSON.stringify(name)}`)
  return name
}

/** @throws Error when a name is not allowed, occurs twice or is not among the columns */
export function checkTable(spec: TableSpec): void {
  const columns = new Set(['rid'])
  checkName(spec.name)
  for (const { name } of spec.columns) {
    if (columns.has(checkName(name))) throw new Error(`Column ${name} of ${spec.name} exists twice`)
    columns.add(name)
  }
  const used = [...spec.indexes.flatMap((index) => index.columns.map((column) => column.name)), ...spec.search]
  for (const name of used) if (!columns.has(name)) throw new Error(`${spec.name} has no column ${name}`)
}

/** Matches the indexes that table sync creates and may drop; an operator's own indexes stay. */
export const ownIndex = /^[iug]_/

/**
 * The database's name for an index of `table`, at most 57 characters. It contains a hash of the definition, so a
 * changed definition gets another name.
 */
export function indexName(table: string, index: IndexSpec): string {
  const columns = index.columns.map((column) => `${column.name}${column.descending ? ' desc' : ''}`)
  return fittedName(index.unique ? 'u' : 'i', table, [index.name, ...columns])
}

/** Builds `<prefix>_<table>_<hash of all parts>`, short enough for PostgreSQL's 63 bytes. */
export function fittedName(prefix: string, table: string, parts: readonly string[]): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([table, ...parts]))
    .digest('hex')
  return `${prefix}_${table.slice(0, 44)}_${hash.slice(0, 10)}`
}
