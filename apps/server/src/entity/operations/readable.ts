import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { titlesInTrash } from './trashed.ts'

interface Named {
  entity: string
  id: string
}

const seenPlans = new Plans()

/**
 * Tells which of these records the caller may read, or sees in the trash. Of those that are gone, a caller knows who may
 * read all records of the entity.
 */
export async function readersOf(
  engine: Engine,
  ctx: Context,
  records: readonly Named[],
): Promise<(record: Named) => boolean> {
  const readable = new Map<string, (id: string) => boolean>()
  for (const [entity, named] of Map.groupBy(records, (record) => record.entity)) {
    readable.set(entity, await readersOfEntity(engine, ctx, entity, new Set(named.map(({ id }) => id))))
  }
  return ({ entity, id }) => readable.get(entity)?.(id) ?? false
}

async function readersOfEntity(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: ReadonlySet<string>,
): Promise<(id: string) => boolean> {
  const model = engine.models.get(entity)
  if (!model) return () => ctx.system === true || ctx.actor.all
  if (!ctx.system && rightsOf(engine, ctx.actor, model).read === 'none') return () => false
  const visibility = visibilityOf(engine, ctx, model)
  const { condition } = visibility
  if (!condition) return () => true
  const plan = seenPlans.of(engine, `${entity}|${visibility.key}`, () => {
    const among = engine.store.dialect.isOneOf(column('id_fold'), new Slot(1), 'text')
    return sql`select id from ${sql.table(model.table.name)} where ${and([among, sql`(${condition})`])}`
  })
  const values = [ctx.actor.user, engine.store.dialect.listParam([...ids].map(fold))]
  const seen = new Set((await engine.store.all<{ id: string }>(plan.with(values))).map(({ id }) => id))
  const gone = new Set([...ids].filter((id) => !seen.has(id)))
  const trashed = gone.size > 0 ? await titlesInTrash(engine, ctx, entity, gone) : undefined
  return (id) => seen.has(id) || trashed?.has(id) === true
}
