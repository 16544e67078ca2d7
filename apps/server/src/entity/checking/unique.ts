import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { and, column } from '../tables/plan.ts'
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
  const shared = sql`select ${sql.join(values)} from ${table} ${isSet} group by ${sql.join(values)} having count(*) > 1`
  const isSame = names.map((name) => {
    const [mine, other] = [sql`one.${column(name)}`, sql`shared.${column(name)}`]
    return sql`(${mine} = ${other} or (${mine} is null and ${other} is null))`
  })
  const rows = await engine.store.all<{ id: string }>(
    sql`select one.id as id from ${table} one join (${shared}) shared on ${and(isSame)} order by one.rid`,
  )
  return rows.map(({ id }) => id)
}
