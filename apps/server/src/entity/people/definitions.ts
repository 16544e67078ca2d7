import { Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from './actor.ts'
import { decide } from './permissions.ts'

/** Whether this user may open the definition of an entity, where its conditions stand. */
export function mayReadDefinition(engine: Engine, ctx: Context, model: Model): boolean {
  if (ctx.system) return true
  if (!decide(engine, ctx, 'Entity', 'read').allowed) return false
  try {
    engine.behaviours.get('Entity')?.guard?.('read', ctx, { id: model.id, app_name: model.app })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
