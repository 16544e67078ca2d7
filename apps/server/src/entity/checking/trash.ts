import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { Findings } from './findings.ts'

/** Trash Items without the content that a restore needs, and content that belongs to no item. */
export async function checkTrash(engine: Engine): Promise<Findings> {
  const found = new Findings()
  const { store } = engine
  const items = engine.models.get('Trash Item')
  if (!items) return found
  const table = sql.table(items.table.name)
  const empty = await store.all<{ id: string }>(
    sql`select id from ${table} item where not exists
      (select 1 from trash_content where trash_content.item = item.id and kind = 'main') order by rid`,
  )
  for (const { id } of empty) found.addFault(`Trash Item ${id}`)
  for (const parts of [sql`trash_content`, sql`trash_key`, sql`trash_secret`]) {
    const lost = await store.all<{ item: string }>(
      sql`select distinct part.item as item from ${parts} part
        left join ${table} item on item.id = part.item where item.id is null order by part.item`,
    )
    for (const { item } of lost) found.addFault(`content of ${item}`)
  }
  const kept = await store.all<{ item: string; name: string }>(
    sql`select item, table_name as name from trash_content where kind = 'table' order by rid`,
  )
  for (const { item, name } of kept) {
    if (!(await store.dialect.hasTable(store, name))) found.addFault(`Trash Item ${item}`)
  }
  return found
}
