import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { visibilityOf } from '../people/visibility.ts'
import { titlesOf } from '../reading/titles.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'

const plans = new Plans()

/** Titles by id of an entity's records that the caller may read, or sees in the trash. */
export async function titlesNowOrInTrash(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const now = await titlesOf(engine, ctx, entity, ids)
  const missing = new Set([...ids].filter((id) => now?.get(id) == null))
  const trashed = missing.size > 0 ? await titlesInTrash(engine, ctx, entity, missing) : new Map<string, string>()
  const titles = [...ids].map((id): [string, string | undefined] => [id, now?.get(id) ?? trashed.get(id)])
  return new Map(titles.filter((entry): entry is [string, string] => entry[1] !== undefined))
}

/** Titles by id of an entity's records that the caller sees in the trash; of two with the same id, the later one's. */
export async function titlesInTrash(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const items = engine.models.require('Trash Item')
  const { key, condition } = visibilityOf(engine, ctx, items)
  const plan = plans.of(engine, key, () => {
    const among = engine.store.dialect.isOneOf(column('c_ref_id'), new Slot(1), 'text')
    const ofEntity = [among, sql<boolean>`${column('c_ref_entity')} = ${new Slot(2)}`]
    const seen = and(condition ? [...ofEntity, sql<boolean>`(${condition})`] : ofEntity)
    return sql`select c_ref_id as id, c_title as title from ${sql.table(items.table.name)} where ${seen} order by rid`
  })
  const values = [ctx.actor.user, engine.store.dialect.listParam([...ids]), entity]
  const rows = await engine.store.all<{ id: string; title: string }>(plan.with(values))
  return new Map(rows.map(({ id, title }) => [id, title]))
}
