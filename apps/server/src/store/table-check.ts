import type { Dialect, TableAsItIs } from './dialect.ts'
import { indexName } from './names.ts'
import type { Reader, TableSpec } from './store.ts'
import { systemColumns } from './system-columns.ts'

/** A difference between a table and its specification. A site that lacks an index answers slower, but rightly. */
export interface TableFault {
  /** Names the table, or its column or index. */
  id: string
  isHarmless: boolean
}

/**
 * Compares the tables of the database with `specs`, and names tables that nobody knows; `others` are the tables and
 * columns (`table.column`) that belong to no specification for a while.
 */
export async function findTableFaults(
  reader: Reader,
  dialect: Dialect,
  specs: readonly TableSpec[],
  others: ReadonlySet<string>,
): Promise<TableFault[]> {
  const tables = await dialect.tablesAsTheyAre(reader)
  const known = new Set([...specs.map(({ name }) => name), ...Object.keys(systemColumns), 'migration'])
  const strangers = [...tables.keys()].filter((name) => !known.has(name) && !others.has(name))
  return [
    ...specs.flatMap((spec) => differences(spec, tables.get(spec.name), dialect, others)),
    ...strangers.map((id) => ({ id, isHarmless: true })),
  ]
}

function differences(
  spec: TableSpec,
  table: TableAsItIs | undefined,
  dialect: Dialect,
  others: ReadonlySet<string>,
): TableFault[] {
  if (!table) return [{ id: spec.name, isHarmless: false }]
  const found: TableFault[] = []
  for (const { name, kind } of spec.columns) {
    const [type] = dialect.columnType(kind).split(' collate')
    if (table.columns.get(name) !== type) found.push({ id: `${spec.name}.${name}`, isHarmless: false })
  }
  const known = new Set(['rid', ...spec.columns.map(({ name }) => name)])
  for (const name of table.columns.keys()) {
    const id = `${spec.name}.${name}`
    if (!known.has(name) && !others.has(id)) found.push({ id, isHarmless: true })
  }
  for (const index of spec.indexes) {
    const name = indexName(spec.name, index)
    if (!table.indexes.has(name)) found.push({ id: name, isHarmless: !index.unique })
  }
  return found
}
