import { type Sql, sql } from '../../store/sql.ts'
import { fieldsNamingEntities } from '../definitions/delete-entity.ts'
import type { Field } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import { and, column } from '../tables/plan.ts'
import type { KeptTable } from './content/kept.ts'
import { lost, type Restoring } from './links.ts'
import type { RebuiltRecord } from './rebuild.ts'

/** Most losses of one restored entity that are told one by one. */
const maxTold = 100

/**
 * Brings the records of a restored entity up to date: names of entities that were renamed meanwhile follow, and links to
 * what is gone become blank.
 */
export async function mendRows(
  restoring: Restoring,
  main: RebuiltRecord,
  model: Model,
  kept: KeptTable,
): Promise<void> {
  for (const field of fieldsNamingEntities(model)) await followNames(restoring, model, field, kept)
  for (const field of model.links) await emptyDead(restoring, main, { model, field, where: sql`1 = 1` })
  for (const table of model.tables) {
    const child = restoring.models.get(table.rule.options ?? '')
    const where = sql`parent_entity = ${model.id} and parent_field = ${table.name}`
    for (const field of child?.links ?? []) await emptyDead(restoring, main, { model: child as Model, field, where })
  }
}

async function followNames(
  { engine, tx, models }: Restoring,
  model: Model,
  field: Field,
  kept: KeptTable,
): Promise<void> {
  const rows = engine.rows(model)
  for (const [was, table] of Object.entries(kept.entities)) {
    const now = models.byTable(table)?.id
    if (now === undefined || now === was) continue
    const named = sql<{
      id: string
    }>`select id from ${sql.table(model.table.name)} where ${column(field.column)} = ${was}`
    for (const { id } of await tx.all(named)) {
      const row = await rows.byId(tx, id)
      if (row) await rows.update(tx, row.rid, { ...row, [field.name]: now }, [field])
    }
  }
}

/** A link field of a restored entity, or of the rows of its Table fields. */
interface LinkOf {
  model: Model
  field: Field
  where: Sql
}

async function emptyDead(restoring: Restoring, main: RebuiltRecord, { model, field, where }: LinkOf): Promise<void> {
  const { engine, tx, losses } = restoring
  if (field.system) return
  const value = column(field.column)
  const rows = engine.rows(model)
  for (const isDead of await deadConditions(restoring, main, { model, field, where })) {
    const dead = sql<{ id: string; value: string }>`select id, ${value} as value from ${sql.table(model.table.name)}
      where ${and([where, sql`${value} <> ''`, isDead])} order by rid`
    for (const { id, value: named } of await tx.all(dead)) {
      const row = await rows.byId(tx, id)
      if (!row) continue
      await rows.update(tx, row.rid, { ...row, [field.name]: null }, [field])
      if (losses.length < maxTold) losses.push(lost({ ...main, model, row }, field, named))
    }
  }
}

/** The conditions on rows whose link leads nowhere; one for each entity that they name. */
async function deadConditions(
  { tx, models }: Restoring,
  { row }: RebuiltRecord,
  { model, field, where }: LinkOf,
): Promise<Sql[]> {
  const leadsNowhere = (entity: string | null) => {
    const target = models.get(entity ?? '')
    if (!target || target.kind === 'Table') return sql`1 = 1`
    // The definition itself is written after this.
    const there = sql`select id from ${sql.table(target.table.name)} union all select ${String(row.id)}`
    return sql`${column(field.column)} not in (${target.id === 'Entity' ? there : sql`select id from ${sql.table(target.table.name)}`})`
  }
  const naming = targetField(model, field)
  if (!naming) return [leadsNowhere(field.rule.options)]
  const name = column(naming.column)
  const named = await tx.all<{ entity: string | null }>(
    sql`select distinct ${name} as entity from ${sql.table(model.table.name)}
      where ${and([where, sql`${column(field.column)} <> ''`])}`,
  )
  return named.map(({ entity }) =>
    and([entity === null ? sql`${name} is null` : sql`${name} = ${entity}`, leadsNowhere(entity)]),
  )
}
