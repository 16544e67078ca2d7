import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { column } from '../tables/plan.ts'
import { Findings } from './findings.ts'

/** Ids and unique values that two records have, ignoring case, and sets of fields that must differ. */
export async function checkUnique(engine: Engine): Promise<Findings> {
  const found = new Findings()
  for (const model of engine.models.all()) {
    for (const names of uniqueSets(model)) {
      for (const id of await sharing(engine, model, names)) found.addFault(`${model.id} ${id}`)
    }
  }
  return found
}

/** The columns of each rule of uniqueness. */
function uniqueSets(model: Model): string[][] {
  if (model.kind === 'Table') return [['id']]
  return [
    ['id_fold'],
    ...model.stored.filter(({ meta }) => meta.unique).map((field) => [field.fold || field.column]),
    ...model.uniqueTogether.map((fields) => fields.map((field) => field.column)),
  ]
}

/** Ids of records that share these values with another; a blank single value may occur often. */
async function sharing(engine: Engine, model: Model, names: readonly string[]): Promise<string[]> {
  const table = sql.table(model.table.name)
  const values: Sql<unknown>[] = names.map(column)
  const isSet = names.length === 1 ? sql`where ${values[0]} is not null` : sql``
  // An index answers whether any are shared; only then are the records that share them looked for.
  const group = sql`group by ${sql.join(values)} having count(*) > 1`
  const shared = await engine.store.all(sql`select 1 as found from ${table} ${isSet} ${group} limit 1`)
  if (shared.length === 0) return []
  const counted = sql`select id, rid, count(*) over (partition by ${sql.join(values)}) as times from ${table} ${isSet}`
  const rows = await engine.store.all<{ id: string }>(
    sql`select id from (${counted}) counted where times > 1 order by rid`,
  )
  return rows.map(({ id }) => id)
}
