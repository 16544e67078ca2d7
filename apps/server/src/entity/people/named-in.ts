import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import type { Context } from './actor.ts'
import { rightsOf } from './permissions.ts'
import { visibilityOf } from './visibility.ts'

const namedPlans = new Plans()

/**
 * True when a record of the entity that this user may read has this value in this field, so that they already know the
 * value.
 */
export async function isNamedIn(
  engine: Engine,
  ctx: Context,
  reader: Reader,
  entity: string,
  fieldname: string,
  value: string,
): Promise<boolean> {
  const model = engine.models.get(entity)
  const field = model?.byName.get(fieldname)
  if (!model || !field || rightsOf(engine, ctx.actor, model).read === 'none') return false
  const { condition, key } = visibilityOf(engine, ctx, model)
  const plan = namedPlans.of(engine, `${model.id}|${fieldname}|${key}`, () => {
    const names = sql<boolean>`${column(field.column)} = ${new Slot(1)}`
    const seen = condition ? and([names, sql`(${condition})`]) : names
    return sql`select 1 as found from ${sql.table(model.table.name)} where ${seen} limit 1`
  })
  return (await reader.get(plan.with([ctx.actor.user, value]))) !== undefined
}
