import { invalid, notPermitted } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { type Fetch, fetchesOf } from '../expressions/fetches.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { canReadField, rightsOf } from '../people/permissions.ts'
import { presentValue } from '../reading/present.ts'
import { couldNotFind } from './check-links.ts'
import { Fetcher } from './fetch-values.ts'

/**
 * The values that would come along with a link, before anything is saved (reference: expressions, Fetched values). For
 * rows `entity` is their own, and a link of their record is `parent.<link>`.
 * @throws Problem 403, 404, 417 when the caller may not link to the record
 */
export async function getFetched(
  engine: Engine,
  ctx: Context,
  entity: string,
  link: string,
  id: string,
): Promise<Record<string, unknown>> {
  const model = engine.models.require(entity)
  const holders = readableHolders(engine, ctx, model)
  if (holders.length === 0) throw notPermitted('read', entity)
  const fetches = holders.flatMap((holder) => fetchesIn(engine, ctx, holder, model, link))
  const values: Record<string, unknown> = {}
  if (id === '') return values
  const fetcher = new Fetcher(engine, engine.store)
  for (const fetch of fetches) {
    if (!(await fetcher.mayLink(ctx, fetch, id))) {
      const { text, args } = couldNotFind(fetch.link.rule.label, id)
      throw invalid(text, args, 'LinkValidationError')
    }
    const value = await fetcher.valueOf(ctx, fetch, id)
    if (value !== undefined) values[fetch.field.name] = presentValue(engine, fetch.field, value)
  }
  return values
}

/** The entity itself, or those whose rows it describes, as far as the caller may read them. */
function readableHolders(engine: Engine, ctx: Context, model: Model): Model[] {
  const holders = model.kind === 'Table' ? engine.models.parentsOf(model.id).map((one) => one.model) : [model]
  const isReadable = (one: Model) => ctx.system || rightsOf(engine, ctx.actor, one).read !== 'none'
  return [...new Set(holders)].filter(isReadable)
}

/** The fetches of this link into fields that the caller may read. */
function fetchesIn(engine: Engine, ctx: Context, holder: Model, model: Model, link: string): Fetch[] {
  const rights = rightsOf(engine, ctx.actor, holder)
  const lookup = (entity: string) => engine.models.get(entity)
  const tables = holder.tables.filter(({ rule }) => rule.options === model.id)
  const all =
    model.kind === 'Table' ? tables.flatMap((table) => fetchesOf(holder, lookup, table)) : fetchesOf(holder, lookup)
  const nameOf = (fetch: Fetch) => (fetch.isOfParent ? `parent.${fetch.link.name}` : fetch.link.name)
  return all.filter((fetch) => nameOf(fetch) === link && canReadField(rights, fetch.field, true))
}
