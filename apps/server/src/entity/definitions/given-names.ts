import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { linksOn } from '../writing/linking.ts'
import { moveLinks } from '../writing/move.ts'
import { nameAside } from './rows-aside.ts'

/**
 * Logs go on naming an entity in the trash. Before another entity gets its name, they are made to name its table
 * instead, so that nobody reads the history of the one as that of the other.
 */
export async function yieldName(engine: Engine, tx: Tx, name: string): Promise<void> {
  const table = await lastTableOf(engine, tx, name)
  if (table !== undefined) await renameInLogs(engine, tx, name, nameAside(table))
}

/** Gives the logs of an entity that returns from the trash its name of now. */
export async function claimName(engine: Engine, tx: Tx, table: string, from: string, to: string): Promise<void> {
  const [ofOld, ofNew] = [await lastTableOf(engine, tx, from), await lastTableOf(engine, tx, to)]
  if (ofNew !== undefined && ofNew !== table) await renameInLogs(engine, tx, to, nameAside(ofNew))
  const isFree = engine.models.get(from) === undefined
  if (from !== to && ofOld === table && isFree) await renameInLogs(engine, tx, from, to)
  await renameInLogs(engine, tx, nameAside(table), to)
}

/** Empties what logs say of an entity that went for ever, after another one had got its name. */
export const forgetName = (engine: Engine, tx: Tx, table: string) => renameInLogs(engine, tx, nameAside(table), null)

/** The name by which logs know a deleted entity whose table is in the trash. */
export async function nameInLogs(engine: Engine, tx: Tx, table: string, name: string): Promise<string> {
  const isFree = engine.models.get(name) === undefined
  return isFree && (await lastTableOf(engine, tx, name)) === table ? name : nameAside(table)
}

/** The table of the last deleted entity with this name that is in the trash. */
async function lastTableOf(engine: Engine, tx: Tx, name: string): Promise<string | undefined> {
  const items = sql.table(engine.models.require('Trash Item').table.name)
  const found = sql<{ table_name: string }>`select content.table_name from trash_content content
    join ${items} item on item.id = content.item
    where content.kind = 'table' and item.c_ref_entity = 'Entity' and item.c_ref_id = ${name}
    order by content.rid desc limit 1`
  return (await tx.get(found))?.table_name
}

async function renameInLogs(engine: Engine, tx: Tx, from: string, to: string | null): Promise<void> {
  const definitions = engine.models.require('Entity')
  for (const link of engine.models.incoming(definitions.id)) {
    if (!link.dynamic && !link.field.system && linksOn(link)) await moveLinks(engine, tx, definitions, link, from, to)
  }
}
