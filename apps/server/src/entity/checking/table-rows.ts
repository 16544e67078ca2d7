import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { retiredRowsMark } from '../tables/plan.ts'
import { Findings, maxExamples } from './findings.ts'

/** Table rows whose record is gone, or has no such Table field. */
export async function checkTableRows(engine: Engine): Promise<Findings> {
  const found = new Findings()
  for (const child of engine.models.all().filter(({ kind }) => kind === 'Table')) {
    for (const orphans of await orphansOf(engine, child)) {
      const { n } = (await engine.store.get<{ n: number }>(sql`select count(*) as n from ${orphans}`)) ?? { n: 0 }
      if (Number(n) === 0) continue
      const rows = await engine.store.all<{ id: string }>(
        sql`select id from ${orphans} order by rid limit ${sql.lit(maxExamples)}`,
      )
      for (const [at, { id }] of rows.entries())
        found.addFault(`${child.id} ${id}`, at === 0 ? Number(n) - rows.length + 1 : 1)
    }
  }
  return found
}

/** For each Table field that the rows name, the table and the condition on rows without their record. */
export async function orphansOf(engine: Engine, child: Model): Promise<Sql[]> {
  const table = sql.table(child.table.name)
  const places = await engine.store.all<{ parent_entity: string; parent_field: string }>(
    // The rows of a removed field are kept aside.
    sql`select distinct parent_entity, parent_field from ${table}
      where parent_field not like ${`${retiredRowsMark}%`} order by parent_entity, parent_field`,
  )
  return places.map(({ parent_entity: entity, parent_field: field }) => {
    const parent = engine.models.get(entity)
    const isField = parent?.tables.some(({ name, rule }) => name === field && rule.options === child.id)
    const rows = sql`${table} where parent_entity = ${entity} and parent_field = ${field}`
    if (!parent || !isField) return rows
    return sql`${rows} and rid in (select one.rid from ${table} one
      left join ${sql.table(parent.table.name)} target on target.id = one.parent where target.id is null)`
  })
}
