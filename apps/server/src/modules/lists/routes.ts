import type { EntityRecord } from '@tavla/contract'
import type { FastifyPluginAsync } from 'fastify'
import { isFilterable, listRecords, requireRight } from '../../entity/index.ts'
import { queryText } from '../../ground/query-values.ts'
import type { Site } from '../../site.ts'
import { namedFields, type ViewContent } from './named-fields.ts'

const maxViews = 500

/** `GET /api/app/views`: the views of an entity that the caller may use (reference: http-api, Views). */
export function viewRoutes(site: Site): FastifyPluginAsync {
  return async (app) => {
    app.get('/api/app/views', async (request) => {
      const { engine } = site
      const { ctx } = request
      const entity = queryText(request, 'entity') ?? ''
      requireRight(engine, ctx, entity, 'read')
      const query = { filters: { ref_entity: entity }, fields: ['*'], limit_page_length: maxViews }
      const { data } = await listRecords(engine, ctx, 'List View', query)
      const isNamed = isFilterable(engine, ctx, entity)
      const missing = (view: EntityRecord) => namedFields(view as ViewContent).filter((name) => !isNamed(name))
      return { views: data.toSorted(inOrder).map((view) => ({ ...view, missing: missing(view) })) }
    })
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
