import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'

/** The names of the tables that hold the records of Document entities, in data that no site needs to have open. */
export async function documentTables(reader: Reader): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ name: string }>(
    sql`select t.table_name as name from entity_table t join e_entity e on e.id = t.entity where e.c_type = 'Document'`,
  )
  return new Set(rows.map(({ name }) => name))
}
