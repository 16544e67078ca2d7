import type { ListQuery, SummaryQuery } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Actor, Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import { countedOf } from './counted.ts'
import { sessionUser } from './filters.ts'
import { listRecords } from './list.ts'
import { askedNames } from './list-query.ts'
import { openEntity } from './read.ts'
import { summarise } from './summary/summary.ts'

/** Maximum length of a query whose page is cached. */
const maxQueryLength = 4_000

/** `listRecords` as JSON text. @throws Problem 403, 404, 417 */
export function listRecordsText(engine: Engine, ctx: Context, entity: string, query: ListQuery): Promise<string> {
  const model = openEntity(engine, ctx, entity, 'read')
  const make = async () => JSON.stringify(await listRecords(engine, ctx, entity, query))
  return sharedText(engine, ctx, { model, names: askedNames(query), call: 'list', query }, make)
}

/** `summarise` as JSON text. @throws Problem 403, 404, 417 */
export function summaryText(engine: Engine, ctx: Context, entity: string, query: SummaryQuery): Promise<string> {
  const model = openEntity(engine, ctx, entity, 'read')
  const make = async () => JSON.stringify(await summarise(engine, ctx, entity, query))
  const names = String(query.group_by ?? '').split(/[,:]/)
  return sharedText(engine, ctx, { model, names, call: 'summary', query }, make)
}

interface SharedCall {
  model: Model
  /** The fields that the answer shows. */
  names: readonly string[]
  call: 'list' | 'summary'
  query: object
}

/**
 * The text of an answer, made once for all users who would get the same and cached until a write to any entity that it
 * shows: after a live event every open screen requests it at the same moment.
 */
async function sharedText(engine: Engine, ctx: Context, shared: SharedCall, make: () => Promise<string>) {
  const { model, names, call, query } = shared
  const queryText = JSON.stringify(query)
  if (queryText.length > maxQueryLength || ctx.system || mayShowAnyEntity(model, names)) return make()
  if (asksForNow(queryText) || asksAround(engine, queryText)) return make()
  const { key, dependsOn } = audienceOf(engine, ctx, model, showsPeople(names))
  return engine.pages.get(`${call}|${key}|${askerIn(engine, ctx, queryText)}|${queryText}`, dependsOn, make)
}

/** True for a query with a period that ends or begins now: its answer changes by itself. */
const asksForNow = (queryText: string) => /in\s+period/i.test(queryText) && /"(past|future)"/.test(queryText)

/** True for a query that may name what stands beside the fields: that changes with other records, or is one's own. */
const asksAround = (engine: Engine, queryText: string) =>
  [...engine.aboutFilters.keys(), ...engine.carried.keys()].some((name) => queryText.includes(name))

/** The user and the day, for a query whose text leaves them open. */
function askerIn(engine: Engine, ctx: Context, queryText: string): string {
  const user = queryText.includes(sessionUser) ? ctx.actor.user : ''
  return /in\s+period/i.test(queryText) ? `${user} ${engine.clock.nowWall().slice(0, 10)}` : user
}

/** True for a page that shows a record's owner or last editor by name, which it does only when the query asks for them. */
function showsPeople(names: readonly string[]): boolean {
  return names.some((name) => name === 'owner' || name === 'modified_by' || name === '*')
}

/** A group of users who get the same answer, and the entities on which that answer depends. */
interface Audience {
  key: string
  dependsOn: readonly string[]
}

const cache = new WeakMap<Actor, Map<string, Audience & { generation: number }>>()

/**
 * Users with the same rights on the entity and on all entities that it links to share an answer, unless part of it
 * depends on the user: own records only, a condition on visible rows, or a behaviour that changes the answer.
 */
function audienceOf(engine: Engine, ctx: Context, model: Model, hasPeople: boolean): Audience {
  let byModel = cache.get(ctx.actor)
  if (!byModel) {
    byModel = new Map()
    cache.set(ctx.actor, byModel)
  }
  const page = hasPeople ? `${model.id} people` : model.id
  const found = byModel.get(page)
  if (found?.generation === engine.models.generation) return found
  const audience = { ...makeAudience(engine, ctx, model, hasPeople), generation: engine.models.generation }
  byModel.set(page, audience)
  return audience
}

function makeAudience(engine: Engine, ctx: Context, model: Model, hasPeople: boolean): Audience {
  const targets = model.links.flatMap((field) => (field.type.links === 'options' ? (field.rule.options ?? []) : []))
  if (hasPeople) targets.push('User')
  const models = [model, ...new Set(targets)].flatMap((one) =>
    typeof one === 'string' ? (engine.models.get(one) ?? []) : one,
  )
  const parts = models.map((one) => {
    const { read, levelRead } = rightsOf(engine, ctx.actor, one)
    const behaviour = engine.behaviours.get(one.id)
    const personal =
      read === 'own' || behaviour?.visible || behaviour?.present || behaviour?.queryable || behaviour?.listed
    const person = personal ? `${visibilityOf(engine, ctx, one).key} ${ctx.actor.user}` : ''
    return `${one.id} ${read} ${levelRead} ${person}`
  })
  const dependsOn = models.flatMap((one) => [one.id, ...visibilityOf(engine, ctx, one).dependsOn])
  const counted = countedOf(engine, model)
  if (counted) dependsOn.push(counted.countsFrom)
  // System times are presented in the time zone of the settings.
  dependsOn.push('System Settings')
  return { key: `${engine.models.generation}|${parts.join(';')}`, dependsOn: [...new Set(dependsOn)] }
}

/** A Dynamic Link's title may come from any entity, so the dependencies of such a page are unknown. */
function mayShowAnyEntity(model: Model, names: readonly string[]): boolean {
  const dynamic = model.links.filter((field) => field.type.links === 'field')
  if (dynamic.length === 0) return false
  if (names.length === 0) return dynamic.some((field) => field.meta.in_list_view === 1 || field === model.titleField)
  return names.includes('*') || dynamic.some((field) => names.includes(field.name))
}
