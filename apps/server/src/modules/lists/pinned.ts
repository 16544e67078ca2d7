import { type EntityRecord, type HomeView, type PinnedView, Problem, type SummaryAnswer, textOf } from '@tavla/contract'
import { type Context, findOne, isFilterable, listRecords, summaryText } from '../../entity/index.ts'
import type { PinnedViews, Site } from '../../site.ts'
import { queryOf, type ViewCounter } from './view-counts.ts'

/** The views whose ids the caller keeps in `pinned_views`, of those that they may read (reference: http-api, Home). */
export function pinnedViews(site: Pick<Site, 'engine'>, counter: ViewCounter): PinnedViews {
  return {
    async counted(ctx) {
      const views = await readPinned(site, ctx)
      const counts = await counter.ofViews(ctx, views)
      return views.map((view) => ({ ...shownView(site, view), count: counts[view.id] ?? null }))
    },
    async summed(ctx) {
      return Promise.all((await readPinned(site, ctx)).map((view) => withSum(site, ctx, view)))
    },
  }
}

async function readPinned({ engine }: Pick<Site, 'engine'>, ctx: Context): Promise<EntityRecord[]> {
  const user = await findOne(engine, 'User', { where: { id: ctx.actor.user }, fields: ['pinned_views'] })
  const ids: unknown = JSON.parse(textOf(user?.pinned_views) || '[]')
  if (!Array.isArray(ids) || ids.length === 0) return []
  const query = { filters: [['id', 'in', ids]], fields: ['*'], limit_page_length: ids.length }
  const { data } = await listRecords(engine, ctx, 'List View', query)
  const views = new Map(data.map((view) => [view.id, view]))
  return ids.flatMap((id) => views.get(String(id)) ?? [])
}

function shownView({ engine }: Pick<Site, 'engine'>, view: EntityRecord): Omit<PinnedView, 'count'> {
  const entity = String(view.ref_entity)
  const icon = textOf(view.icon) || engine.models.get(entity)?.definition.icon
  return { id: view.id, title: textOf(view.title), entity, icon: icon ?? null }
}

async function withSum(site: Pick<Site, 'engine'>, ctx: Context, view: EntityRecord): Promise<HomeView> {
  const shown = shownView(site, view)
  const field = firstSum(site, ctx, view)
  const aggregate = `sum:${field?.name}`
  const query = { ...queryOf(view), ...(field && { aggregates: [aggregate] }) }
  try {
    const { data } = JSON.parse(await summaryText(site.engine, ctx, shown.entity, query)) as SummaryAnswer
    const sum = field && { fieldname: field.name, label: field.rule.label, value: data[aggregate] ?? null }
    return { ...shown, count: data.count, sum: sum ?? null }
  } catch (error) {
    // A field of its filters is gone.
    if (error instanceof Problem) return { ...shown, count: null, sum: null }
    throw error
  }
}

/** The first field that the view sums up, of those that the caller may sum up. */
function firstSum({ engine }: Pick<Site, 'engine'>, ctx: Context, { ref_entity, sums }: EntityRecord) {
  const entity = String(ref_entity)
  const isNamed = isFilterable(engine, ctx, entity)
  const name = Object.entries(sums ?? {}).find(([field, kind]) => kind === 'sum' && isNamed(field))?.[0]
  const field = engine.models.get(entity)?.byName.get(name ?? '')
  return field && isNumber(field.kind) ? field : undefined
}

const isNumber = (kind: string) => kind === 'integer' || kind === 'decimal'
