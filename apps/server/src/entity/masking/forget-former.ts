import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { systemColumns } from '../../store/system-columns.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

/** System tables that say what a site is, and hold no values of records; every other one is emptied. */
const kept: ReadonlySet<string> = new Set([
  ...['migration', 'definition', 'entity_table', 'series', 'site', 'credential', 'retired_column'],
])

/** Deletes these records for good, without a trace. */
export async function eraseRecords(engine: Engine, entity: string, ids: readonly string[]): Promise<void> {
  const { store } = engine
  const { table } = engine.models.require(entity)
  const isOne = store.dialect.isOneOf(sql`id`, store.dialect.listParam(ids), 'text')
  await store.write((tx) => tx.run(sql`delete from ${sql.table(table.name)} where ${isOne}`))
}

/** Deletes all records of these entities, and of every log, with the rows of their tables. */
export async function emptyEntities(
  engine: Engine,
  entities: ReadonlySet<string>,
  { withLogs }: { withLogs: boolean },
): Promise<void> {
  const { models, store } = engine
  const emptied = models.all().filter((model) => entities.has(model.id) || (withLogs && model.definition.is_log))
  await store.write(async (tx) => {
    for (const model of emptied) await emptyTable(engine, tx, model)
  })
}

async function emptyTable({ models }: Engine, tx: Tx, model: Model): Promise<void> {
  await tx.run(sql`delete from ${sql.table(model.table.name)}`)
  for (const { rule } of model.tables) {
    const rows = models.get(rule.options ?? '')
    if (rows) await tx.run(sql`delete from ${sql.table(rows.table.name)} where parent_entity = ${model.id}`)
  }
}

/**
 * Removes what was kept of former values: columns and rows of removed fields, the trash with its tables, and whatever
 * the program keeps beside records. Sign-ins stay.
 */
export async function forgetFormer(engine: Engine): Promise<void> {
  const { models, store } = engine
  const { dialect } = store
  await store.writeAlone(async (tx) => {
    const ofEntities = new Set(models.all().map(({ table }) => table.name))
    for (const { table, column, rows, field } of await retired(tx)) {
      if (column !== '' && ofEntities.has(table)) await dialect.dropColumn(tx, table, column)
      if (rows !== null && ofEntities.has(rows)) {
        await tx.run(sql`delete from ${sql.table(rows)} where parent_field = ${field}`)
      }
    }
    await tx.run(sql`delete from retired_column`)
    for (const name of await tablesInTrash(tx)) if (!ofEntities.has(name)) await dialect.dropTable(tx, name)
    for (const name of (await dialect.tablesAsTheyAre(tx)).keys()) {
      if (isOwnTable(name, ofEntities)) await tx.run(sql`delete from ${sql.table(name)}`)
    }
    await tx.run(sql`delete from site where key like 'mail left %'`)
  })
  // Dropped columns took indexes along that are still wanted.
  for (const { table } of models.all()) await store.writeAlone((tx) => dialect.syncTable(tx, table))
}

/** A table of the program that is to be emptied: neither kept, nor an entity's, nor a part of one's search index. */
const isOwnTable = (name: string, ofEntities: ReadonlySet<string>) =>
  !kept.has(name) && name in systemColumns && !ofEntities.has(name)

interface Retired {
  table: string
  column: string
  rows: string | null
  field: string | null
}

const retired = (tx: Tx) =>
  tx.all(
    sql<Retired>`select table_name as "table", column_name as "column", row_table as "rows", row_field as "field" from retired_column`,
  )

async function tablesInTrash(tx: Tx): Promise<string[]> {
  const found = await tx.all(sql<{ data: string }>`select data from trash_content where kind = 'table'`)
  return found.map(({ data }) => (JSON.parse(data) as { table: string }).table)
}
