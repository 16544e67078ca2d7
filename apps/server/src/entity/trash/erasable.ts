import { notPermitted, refused } from '@tavla/contract'
import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { trashScopeOf } from '../people/trash-visibility.ts'
import { and, column, or } from '../tables/plan.ts'

/** The items of one entity that a user may erase: all, or those of own records. */
export interface ErasableItems {
  model: Model
  scope: 'all' | 'own'
}

/**
 * The items that a user may erase, of one entity or of all.
 * @throws Problem 403 without the role or the right, 404 for an unknown entity
 */
export function erasableItems(engine: Engine, ctx: Context, entity: string | null): ErasableItems[] {
  if (!ctx.actor.all && !ctx.actor.roles.has('System Manager')) throw refused()
  const models =
    entity === null ? engine.models.all().filter((model) => model.hasTrash) : [engine.models.require(entity)]
  return models.flatMap((model) => {
    const scope = trashScopeOf(engine, ctx, model)
    if (scope !== 'none') return [{ model, scope }]
    if (entity !== null) throw notPermitted('delete', model.id)
    return []
  })
}

/**
 * The number of items that emptying the trash would erase now (reference: http-api, Trash).
 * @throws Problem as `erasableItems`
 */
export async function countErasable(engine: Engine, ctx: Context, entity: string | null): Promise<number> {
  const items = sql.table(engine.models.require('Trash Item').table.name)
  const erasable = erasableItems(engine, ctx, entity)
  const named = (scope: 'all' | 'own') => erasable.filter((one) => one.scope === scope).map(({ model }) => model.id)
  const of = (names: readonly string[]): Sql<boolean> =>
    names.length === 0 ? or([]) : sql<boolean>`${column('c_ref_entity')} in (${sql.join(names)})`
  const isOwn = sql<boolean>`${column('c_record_owner')} = ${ctx.actor.user}`
  const isErasable = or([of(named('all')), and([of(named('own')), isOwn])])
  const types = sql`select id from ${items} where ${and([isErasable, of(['Entity'])])}`
  const along = sql<boolean>`id in (select item from trash_content where ${goWith(types)})`
  const { n } = (await engine.store.get<{ n: number }>(
    sql`select count(*) as n from ${items} where ${or([isErasable, along])}`,
  )) ?? { n: 0 }
  return Number(n)
}

/** The number of items that end with this one: of records that were deleted before their entity was. */
export async function countAlong(reader: Reader, item: string): Promise<number> {
  const row = await reader.get<{ n: number }>(
    sql`select count(distinct item) as n from trash_content where ${goWith(sql`${item}`)}`,
  )
  return Number(row?.n ?? 0)
}

/** The content of items whose table is kept by one of these items of deleted entities. */
const goWith = (types: Sql): Sql<boolean> =>
  sql<boolean>`kind = 'main' and table_name in (select table_name from trash_content where kind = 'table' and item in (${types}))`
