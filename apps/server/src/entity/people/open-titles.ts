import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from './actor.ts'
import { canReadField, rightsOf } from './permissions.ts'

/**
 * True when this user sees the titles of the entity's records through `reference`, an entity that they may read and
 * that has a Link to it. Titles stay closed where only administrators may read the entity, or users only their own
 * records.
 */
export function opensTitles(engine: Engine, ctx: Context, model: Model, reference: unknown): boolean {
  if (typeof reference !== 'string' || engine.closedTitles.has(model.id) || !isReadByOthers(model)) return false
  const from = engine.models.get(reference)
  if (!from) return false
  const rights = rightsOf(engine, ctx.actor, from)
  if (rights.read === 'none') return false
  const links = from.links.filter((field) => field.type.links === 'options' && field.rule.options === model.id)
  return links.some((field) => canReadField(rights, field, true))
}

/** True when any entity that links here shows this user the titles of the entity's records. */
export function hasOpenTitles(engine: Engine, ctx: Context, model: Model): boolean {
  const linking = engine.models.incoming(model.id).filter((link) => !link.dynamic)
  return [...new Set(linking.map((link) => link.model.id))].some((from) => opensTitles(engine, ctx, model, from))
}

/** A rule for own records does not open records of other users. */
function isReadByOthers({ rules }: Model): boolean {
  return rules.some((rule) => rule.read && rule.permlevel === 0 && !rule.ifOwner && !administrators.has(rule.role))
}

const administrators: ReadonlySet<string> = new Set(['System Manager', 'Administrator'])
