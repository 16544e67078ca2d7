import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { column, or } from '../tables/plan.ts'
import type { Context } from './actor.ts'
import { rightsOf, type Scope } from './permissions.ts'
import { userSlot } from './visibility.ts'

/**
 * The Trash Items that a user sees (reference: http-api, Trash), as a condition on their table: with the right to delete
 * an entity's records all of its items, or those of own records; otherwise those that the user deleted, while they may
 * still read such a record. Where records say themselves who sees them, only managers see the items of others.
 */
export function visibleTrash(engine: Engine, ctx: Context): Sql<boolean> {
  const entity = column('c_ref_entity')
  const reach: Record<Scope | 'deleted' | 'ownDeleted', string[]> = {
    all: [],
    own: [],
    none: [],
    deleted: [],
    ownDeleted: [],
  }
  for (const model of engine.models.all()) {
    if (!model.hasTrash) continue
    const scope = trashScopeOf(engine, ctx, model)
    reach[scope].push(model.id)
    const { read } = rightsOf(engine, ctx.actor, model)
    if (scope !== 'all' && read !== 'none') reach[read === 'own' ? 'ownDeleted' : 'deleted'].push(model.id)
  }
  const among = (names: readonly string[]) => sql`${entity} in (${sql.join(names)})`
  const parts: Sql<boolean>[] = []
  if (reach.all.length > 0) parts.push(sql<boolean>`${among(reach.all)}`)
  const isOwn = sql`${column('c_record_owner')} = ${userSlot}`
  const isDeleter = sql`${column('c_deleted_by')} = ${userSlot}`
  if (reach.own.length > 0) parts.push(sql`(${among(reach.own)} and ${isOwn})`)
  if (reach.deleted.length > 0) parts.push(sql`(${among(reach.deleted)} and ${isDeleter})`)
  if (reach.ownDeleted.length > 0) parts.push(sql`(${among(reach.ownDeleted)} and ${isDeleter} and ${isOwn})`)
  return or(parts)
}

/** The items of this entity that a user sees by the right to delete: all, those of own records, or none. */
export function trashScopeOf(engine: Engine, ctx: Context, model: Model): Scope {
  if (ctx.system || ctx.actor.all) return 'all'
  const scope = rightsOf(engine, ctx.actor, model).delete
  const hidesSome = engine.behaviours.get(model.id)?.visible !== undefined
  return hidesSome && !ctx.actor.roles.has('System Manager') ? 'none' : scope
}
