import type { EntityRecord } from '@tavla/contract'
import type { Api } from '../api.ts'
import { createListeners } from '../listeners.ts'

/** A view of a list under a name, as stored (reference: http-api, Views). */
export interface SavedView extends EntityRecord {
  title: string
  scope: ViewScope
  role: string | null
  is_default: 0 | 1
  view_order: number | null
  /** Names of fields that are gone or that the reader may not read. */
  missing: string[]
}

/** For oneself, for a role, for everybody. */
export const viewScopes = ['Mine', 'Role', 'Everybody'] as const
export type ViewScope = (typeof viewScopes)[number]

/** The views that this person may use, by entity. */
export interface ViewCache {
  /**
   * Reads what a list needs before its first rows: once the default views of all entities, and for an address with a
   * view those of its entity. Without an answer the list has no views.
   */
  prepare(entity: string, id?: string): Promise<void>
  /** A view by its id, among those that are read. */
  find(entity: string, id: string): SavedView | undefined
  /** The view with which the list of an entity opens. */
  defaultOf(entity: string): SavedView | undefined
  /** The views of the last reading; undefined before the first. */
  peek(entity: string): readonly SavedView[] | undefined
  /** True for somebody who may share views. */
  canShare(): boolean
  /** Reads the views of an entity; throws ApiError. */
  load(entity: string): Promise<readonly SavedView[]>
  /** Calls the listener after each reading. */
  watch(listener: () => void): () => void
  clear(): void
}

interface ViewsAnswer {
  views?: SavedView[]
  can_share: 0 | 1
}

/** `quiet` reports no failure: a list works without views. */
export function createViewCache(quiet: Api): ViewCache {
  let known = new Map<string, readonly SavedView[]>()
  let defaults: readonly SavedView[] = []
  let preparing: Promise<unknown> | undefined
  let mayShare = false
  const changes = createListeners()

  /** The number of the question whose answer is kept, by entity. */
  let answered = new Map<string, number>()
  let questions = 0

  /** `entity` is '' for the default views of all. An answer to an older question, or to the person before, is dropped. */
  const read = async (entity: string, keep: (views: SavedView[]) => void) => {
    const [number, known] = [++questions, answered]
    // Another version's server, or a proxy, may leave them out.
    const { views = [], can_share } = await quiet.get<ViewsAnswer>('/api/app/views', entity === '' ? {} : { entity })
    if (known !== answered || number < (answered.get(entity) ?? 0)) return views
    answered.set(entity, number)
    mayShare = can_share === 1
    keep(views)
    return views
  }

  const cache: ViewCache = {
    async prepare(entity, id) {
      preparing ??= read('', (views) => (defaults = views)).catch(() => {
        preparing = undefined
      })
      const own = id === undefined || cache.find(entity, id) ? undefined : cache.load(entity).catch(() => undefined)
      await Promise.all([preparing, own])
    },
    find: (entity, id) => known.get(entity)?.find((view) => view.id === id),
    defaultOf: (entity) => defaults.find((view) => view.ref_entity === entity),
    peek: (entity) => known.get(entity),
    canShare: () => mayShare,
    load: (entity) =>
      read(entity, (views) => {
        known.set(entity, views)
        changes.tell()
      }),
    watch: changes.listen,
    clear() {
      known = new Map()
      answered = new Map()
      defaults = []
      preparing = undefined
    },
  }
  return cache
}
