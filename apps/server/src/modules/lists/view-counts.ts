import type { EntityRecord, SummaryAnswer, SummaryQuery } from '@tavla/contract'
import { type Context, summaryText } from '../../entity/index.ts'
import { within } from '../../ground/within.ts'
import type { Site } from '../../site.ts'

/** How many records an entity's list and each of its views have; null where counting takes too long. */
export interface ViewCounts {
  count: number | null
  counts: Record<string, number | null>
}

/** Milliseconds that one view may take, and all of them together. */
const [mostForOne, mostForAll] = [100, 500]
/** A view that took longer than the first rests for the second, in milliseconds. */
const [slow, rest] = [1_000, 300_000]
/** Views that are counted. */
const maxCounted = 50
/** Slow views that are remembered. */
const maxSlow = 1_000

/** Counts the records of views, one view after the other, and leaves out those that a person would wait for. */
export function createViewCounter(site: Pick<Site, 'engine'>) {
  /** The moments until which views rest; one that is still counted rests until that ends. */
  const resting = new Map<string, number>()

  const countOne = async (ctx: Context, entity: string, name: string, query: SummaryQuery): Promise<number | null> => {
    const begin = performance.now()
    if ((resting.get(name) ?? 0) > begin) return null
    if (resting.size >= maxSlow) resting.clear()
    const counted = summaryText(site.engine, ctx, entity, query)
      .then((text) => (JSON.parse(text) as SummaryAnswer).data.count)
      // A field of its filters is gone.
      .catch(() => null)
    const found = await within(mostForOne, counted)
    if (found !== undefined) return found
    resting.set(name, Number.POSITIVE_INFINITY)
    void counted.then(() => {
      const now = performance.now()
      if (now - begin > slow) resting.set(name, now + rest)
      else resting.delete(name)
    })
    return null
  }

  const countViews = async (
    ctx: Context,
    views: readonly EntityRecord[],
    end: number,
  ): Promise<ViewCounts['counts']> => {
    const counts: ViewCounts['counts'] = {}
    for (const view of views.slice(0, maxCounted)) {
      const name = `${view.id}\n${String(view.modified)}`
      const isInTime = performance.now() < end
      counts[view.id] = isInTime ? await countOne(ctx, String(view.ref_entity), name, queryOf(view)) : null
    }
    return counts
  }

  return {
    /** Numbers of records by the ids of the views, which may be of several entities. */
    ofViews: (ctx: Context, views: readonly EntityRecord[]) => countViews(ctx, views, performance.now() + mostForAll),
    /** The number of records of an entity, and those of its views. */
    async ofEntity(ctx: Context, entity: string, views: readonly EntityRecord[]): Promise<ViewCounts> {
      const end = performance.now() + mostForAll
      const count = await countOne(ctx, entity, entity, {})
      return { count, counts: await countViews(ctx, views, end) }
    },
  }
}

export type ViewCounter = ReturnType<typeof createViewCounter>

/** The records that a view shows. */
export function queryOf({ filters, search }: EntityRecord): SummaryQuery {
  const text = typeof search === 'string' ? search.trim() : ''
  return { filters: filters ?? {}, ...(text !== '' && { search: text }) }
}
