import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import { column, retiredRowsMark } from '../tables/plan.ts'
import { linksOn } from '../writing/linking.ts'
import { Findings, maxExamples } from './findings.ts'

/** Links to records that are not there, and values of file fields that no File has. */
export async function checkLinks(engine: Engine): Promise<Findings> {
  const found = new Findings()
  for (const model of engine.models.all()) {
    for (const field of model.stored) {
      for (const rows of await lostLinks(engine, model, field)) await note(engine, model, field, rows, found)
    }
  }
  return found
}

/** A table and the condition on its rows that link nowhere; one for each target. */
async function lostLinks(engine: Engine, model: Model, field: Field): Promise<Sql[]> {
  const value = column(field.column)
  const set = sql`${sql.table(model.table.name)} where ${value} <> '' ${ownRules(engine, model)} ${liveRows(model)}`
  if (field.kind === 'file') {
    const files = engine.models.get('File')
    const url = files?.byName.get('file_url')
    const isOurs = sql`(${value} like '/files/%' or ${value} like '/private/files/%')`
    return files && url ? [sql`${set} and ${isOurs} and ${leadsNowhere(model, field, files, url.column)}`] : []
  }
  if (field.system || field.type.links === undefined || linksOn({ model, field, dynamic: false })) return []
  const naming = targetField(model, field)
  const lost = (entity: string | null | undefined) => {
    const target = engine.models.get(entity ?? '')
    return target ? leadsNowhere(model, field, target, 'id') : sql`1 = 1`
  }
  if (!naming) return [sql`${set} and ${lost(field.rule.options)}`]
  const named = await engine.store.all<{ entity: string | null }>(
    sql`select distinct ${column(naming.column)} as entity from ${set}`,
  )
  return named.map(({ entity }) => {
    const names = column(naming.column)
    return sql`${set} and ${entity === null ? sql`${names} is null` : sql`${names} = ${entity}`} and ${lost(entity)}`
  })
}

/** The product's own definitions have rules for roles that a site may lack; these have no effect. */
function ownRules(engine: Engine, model: Model): Sql {
  if (model.id !== 'Entity Permission') return sql``
  return sql`and parent not in (${sql.join([...engine.builtIns.keys()])})`
}

/** The rows of a removed field are kept aside; they link to nothing until the field comes back. */
const liveRows = (model: Model): Sql =>
  model.kind === 'Table' ? sql`and parent_field not like ${`${retiredRowsMark}%`}` : sql``

/** A join, which both databases answer with one pass over each table. */
function leadsNowhere(model: Model, field: Field, target: Model, of: string): Sql {
  const [value, there] = [sql`one.${column(field.column)}`, sql`target.${column(of)}`]
  return sql`rid in (select one.rid from ${sql.table(model.table.name)} one
    left join ${sql.table(target.table.name)} target on ${there} = ${value} where ${value} <> '' and ${there} is null)`
}

async function note(engine: Engine, model: Model, field: Field, rows: Sql, found: Findings): Promise<void> {
  const { n } = (await engine.store.get<{ n: number }>(sql`select count(*) as n from ${rows}`)) ?? { n: 0 }
  if (Number(n) === 0) return
  const some = await engine.store.all<{ id: string }>(
    sql`select id from ${rows} order by rid limit ${sql.lit(maxExamples)}`,
  )
  for (const [at, { id }] of some.entries()) {
    found.addFault(`${model.id} ${id} ${field.name}`, at === 0 ? Number(n) - some.length + 1 : 1)
  }
}
