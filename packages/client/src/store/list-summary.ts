import type { SummaryAnswer } from '@tavla/contract'
import { type ApiError, toApiError } from '../api-error.ts'
import { timing } from '../timing.ts'
import type { StoreContext } from './context.ts'
import type { EntityStore } from './entity-store.ts'
import { type SummaryQuestion, summaryQuery } from './list-query.ts'
import type { LiveEvents } from './live-events.ts'

/** Called with each answer; after a failure with the error, and the former answer stays true. */
export type TakeSummary = (answer: SummaryAnswer | null, error: ApiError | null) => void

type WatchSummary = (question: SummaryQuestion, take: TakeSummary) => () => void

interface SummariesPart extends LiveEvents {
  watchSummary: WatchSummary
}

const summariesOf = new WeakMap<EntityStore, SummariesPart>()

/**
 * Exact numbers over all records of a list, also those that were not read (reference: http-api, Sums and groups). Reads
 * them with the list's present filters, and again when they or the records change, at most once a second, until the
 * returned function is called.
 */
export function watchSummary(store: EntityStore, ...watch: Parameters<WatchSummary>): () => void {
  const summaries = summariesOf.get(store) ?? store.extend(createSummaries)
  summariesOf.set(store, summaries)
  return summaries.watchSummary(...watch)
}

function createSummaries({ entity, entities, state, gate }: StoreContext): SummariesPart {
  const watches = new Set<{ handleChange(): void }>()
  const tellChange = () => {
    for (const watch of watches) watch.handleChange()
  }

  return {
    watchSummary(question, take) {
      let asked = ''
      let controller: AbortController | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let lastStart = Number.NEGATIVE_INFINITY

      const read = async (query: ReturnType<typeof summaryQuery>) => {
        controller?.abort()
        const own = new AbortController()
        controller = own
        lastStart = performance.now()
        try {
          const answer = await entities.summary(entity, query, own.signal)
          if (!own.signal.aborted) take(answer, null)
        } catch (error) {
          if (!own.signal.aborted) take(null, toApiError(error))
        }
      }
      /** Reads at once when the question has changed. */
      const follow = () => {
        const { status, meta } = state.getSnapshot()
        // Until meta has arrived, nobody knows which parts of a filter the entity still has.
        if (status !== 'ready' || !meta) return
        const query = summaryQuery(state.getSnapshot(), question)
        const text = JSON.stringify(query)
        if (text === asked) return
        asked = text
        clearTimeout(timer)
        timer = undefined
        void read(query)
      }
      const handleChange = () => {
        if (asked === '' || timer !== undefined) return
        const wait = Math.max(0, lastStart + timing.sumsRefetch - performance.now())
        timer = setTimeout(() => {
          timer = undefined
          gate.after(() => void read(summaryQuery(state.getSnapshot(), question)))
        }, wait)
      }

      const watch = { handleChange }
      watches.add(watch)
      const stop = state.subscribe(follow)
      follow()
      return () => {
        watches.delete(watch)
        stop()
        clearTimeout(timer)
        controller?.abort()
      }
    },
    handleEvent(name, payload) {
      if (name === 'list_update' && (payload as { entity?: unknown }).entity === entity) tellChange()
    },
    handleJoined(isAgain) {
      if (isAgain) tellChange()
    },
    handleReturn: () => undefined,
  }
}
