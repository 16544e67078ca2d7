import type { EntityRecord } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { type Context, isFilterable, listRecords, requireRight } from '../../entity/index.ts'
import { queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'
import { mayShare } from './list-view.ts'
import { namedFields, type ViewContent } from './named-fields.ts'
import type { ViewCounter } from './view-counts.ts'

const maxViews = 500

/**
 * `GET /api/app/views`: the views of an entity that the caller may use or, without an entity, the one with which each
 * list opens (reference: http-api, Views). With `counts=1` it answers the numbers of records of the views alone.
 */
export function viewRoutes(site: Site, counter: ViewCounter): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/app/views', async (request) => {
      const { ctx } = request
      const entity = queryText(request, 'entity')
      if (entity !== undefined && queryText(request, 'counts') === '1') {
        return counter.ofEntity(ctx, entity, await viewsOf(site, ctx, entity))
      }
      const views = entity === undefined ? await defaultViews(site, ctx) : await viewsOf(site, ctx, entity)
      return { views: views.map(withMissing(site, ctx)), can_share: mayShare(ctx) ? 1 : 0 }
    })
  }
}

async function viewsOf({ engine }: Site, ctx: Context, entity: string): Promise<EntityRecord[]> {
  requireRight(engine, ctx, entity, 'read')
  const query = { filters: { ref_entity: entity }, fields: ['*'], limit_page_length: maxViews }
  const { data } = await listRecords(engine, ctx, 'List View', query)
  return data.toSorted(inOrder)
}

/** The first default view of each entity; those of roles that the caller only manages are left out. */
async function defaultViews({ engine }: Site, ctx: Context): Promise<EntityRecord[]> {
  const query = { filters: { is_default: 1 }, fields: ['*'], limit_page_length: maxViews }
  const { data } = await listRecords(engine, ctx, 'List View', query)
  const views = data.filter(({ scope, role }) => scope !== 'Role' || ctx.actor.roles.has(String(role)))
  const firsts = new Map<unknown, EntityRecord>()
  for (const view of views.toSorted(inOrder)) if (!firsts.has(view.ref_entity)) firsts.set(view.ref_entity, view)
  return [...firsts.values()]
}

/** Adds the names in the content of a view that the caller cannot filter by. */
function withMissing({ engine }: Site, ctx: Context): (view: EntityRecord) => EntityRecord {
  const named = new Map<string, (name: string) => boolean>()
  return (view) => {
    const entity = String(view.ref_entity)
    const isNamed = named.get(entity) ?? isFilterable(engine, ctx, entity)
    named.set(entity, isNamed)
    return { ...view, missing: namedFields(view as ViewContent).filter((name) => !isNamed(name)) }
  }
}

const ranks: Record<string, number> = { Mine: 0, Role: 1, Everybody: 2 }

/** One's default first, then one's own, those of one's roles, those for everybody. */
function inOrder(a: EntityRecord, b: EntityRecord): number {
  return (
    compare(rankOf(a), rankOf(b)) ||
    compare(Number(a.view_order), Number(b.view_order)) ||
    compare(textOf(a), textOf(b))
  )
}

const rankOf = ({ scope, is_default }: EntityRecord) =>
  scope === 'Mine' && is_default === 1 ? -1 : (ranks[String(scope)] ?? 3)

const textOf = ({ title }: EntityRecord) => (typeof title === 'string' ? title : '')

const compare = <T extends number | string>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0)
