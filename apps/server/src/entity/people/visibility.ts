import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { and, column, or, Slot } from '../tables/plan.ts'
import type { VisibleRows } from '../types.ts'
import type { Actor, Context } from './actor.ts'
import { rightsOf } from './permissions.ts'

/** The condition that limits every query to the records of an entity that a user may see (docs/architecture.md). */
export interface Visibility {
  /** Part of the key of every plan that contains the condition. */
  key: string
  condition: Sql<boolean> | undefined
  /** Entities whose writes can change the visible records, beside the entity itself. */
  dependsOn: readonly string[]
}

/** The first value of every query: the id of the calling user. */
export const userSlot = new Slot(0)

const open: Visibility = { key: '', condition: undefined, dependsOn: [] }
/** The key of the condition of those who see their own records alone. */
export const ownKey = 'own'

const own: Visibility = { key: ownKey, condition: sql`owner = ${userSlot}`, dependsOn: [] }

interface CachedVisibility {
  generation: number
  visibility: Visibility
}

const cache = new WeakMap<Actor, Map<string, CachedVisibility>>()
let conditions = 0

/** The condition for a user; the caller has checked that they may read the entity at all. */
export function visibilityOf(engine: Engine, ctx: Context, model: Model): Visibility {
  if (ctx.system || ctx.actor.all) return open
  const ownOnly = rightsOf(engine, ctx.actor, model).read === 'own'
  const { visible } = engine.behaviours.get(model.id) ?? {}
  if (!visible) return ownOnly ? own : open

  if (ctx.nesting) return joined(ownOnly, visible(engine, ctx, model))
  let byModel = cache.get(ctx.actor)
  if (!byModel) {
    byModel = new Map()
    cache.set(ctx.actor, byModel)
  }
  const found = byModel.get(model.id)
  if (found?.generation === engine.models.generation) return found.visibility
  const visibility = joined(ownOnly, visible(engine, ctx, model))
  byModel.set(model.id, { generation: engine.models.generation, visibility })
  return visibility
}

/**
 * True for rows whose reference points at a record that the user may read. `blank` decides about rows without a
 * reference; `isOf` says which rows refer to the records of an entity of which a user sees some. A condition that leads to
 * another such condition is followed only once, because it could lead back.
 */
export function referenceIsReadable(
  engine: Engine,
  ctx: Context,
  reference: { entity: Field; id: Field },
  blank: Sql<boolean>,
  isOf: (target: Model, seen: Sql<boolean>) => Sql<boolean> = (target, seen) =>
    sql<boolean>`${column(reference.id.column)} in (select id from ${sql.table(target.table.name)} where ${seen})`,
): { condition: Sql<boolean>; dependsOn: readonly string[] } {
  const entity = column(reference.entity.column)
  const whole: string[] = []
  const parts: Sql<boolean>[] = [sql`(${entity} is null and ${blank})`]
  const dependsOn: string[] = []
  for (const model of engine.models.all()) {
    if (model.kind === 'Table' || rightsOf(engine, ctx.actor, model).read === 'none') continue
    const nesting = (ctx.nesting ?? 0) + 1
    if (nesting > 1 && engine.behaviours.get(model.id)?.visible) continue
    const nested = visibilityOf(engine, { ...ctx, nesting }, model)
    if (!nested.condition) {
      whole.push(model.id)
      continue
    }
    dependsOn.push(model.id, ...nested.dependsOn)
    parts.push(sql`(${entity} = ${model.id} and ${isOf(model, nested.condition)})`)
  }
  if (whole.length > 0) parts.push(sql`${entity} in (${sql.join(whole)})`)
  return { condition: or(parts), dependsOn }
}

function joined(ownOnly: boolean, further: VisibleRows | undefined): Visibility {
  if (!further) return ownOnly ? own : open
  conditions += 1
  return {
    key: `v${conditions}`,
    condition: ownOnly ? and([own.condition as Sql<boolean>, further.condition]) : further.condition,
    dependsOn: further.dependsOn ?? [],
  }
}
