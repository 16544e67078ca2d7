import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'

/**
 * Names the table of a new entity and records the name. Entity names may be long and in any script, table names can't:
 * the table name only helps people, and a rename of the entity does not change it.
 */
export async function assignTable(engine: Engine, tx: Tx, entity: string): Promise<string> {
  const slug = entity
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 32)
  // The table of an entity in the trash keeps its name.
  const used = sql<{ table_name: string }>`select table_name from entity_table
    union all select table_name from trash_content where kind = 'table'`
  const taken = new Set((await tx.all(used)).map((row) => row.table_name))
  let name = `e_${slug || 'entity'}`
  for (let n = 2; taken.has(name); n++) name = `e_${slug || 'entity'}_${n}`
  await tx.run(engine.system.addTable.with([entity, name]))
  return name
}
