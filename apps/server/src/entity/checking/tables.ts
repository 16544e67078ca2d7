import { sql } from '../../store/sql.ts'
import { findTableFaults } from '../../store/table-check.ts'
import type { Engine } from '../engine.ts'
import { Findings } from './findings.ts'

/** Tables, columns and indexes against the definitions. */
export async function checkTables(engine: Engine): Promise<Findings> {
  const found = new Findings()
  const { store } = engine
  const specs = engine.models.all().map((model) => model.table)
  for (const { id, isHarmless } of await findTableFaults(store, store.dialect, specs, await retiredNames(engine))) {
    if (isHarmless) found.addWarning(id)
    else found.addFault(id)
  }
  return found
}

/** Columns of removed fields, which stay for thirty days, and tables of deleted entities in the trash. */
async function retiredNames({ store }: Engine): Promise<Set<string>> {
  const rows = await store.all<{ name: string }>(
    sql`select table_name || '.' || column_name as name from retired_column where column_name <> ''
      union all select table_name from trash_content where kind = 'table'`,
  )
  return new Set(rows.map(({ name }) => name))
}
