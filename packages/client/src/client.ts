import { type Api, createApi } from './api.ts'
import { appCalls } from './calls/app.ts'
import { authCalls } from './calls/auth.ts'
import { entityCalls } from './calls/entities.ts'
import { fileCalls } from './calls/files.ts'
import { callsOf, type EntityCalls } from './calls/own-routes.ts'
import { trashCalls } from './calls/trash.ts'
import { userCalls } from './calls/users.ts'
import { createListSettings, type ListSettings } from './list-settings.ts'
import { createListeners } from './listeners.ts'
import { createMetaCache, type MetaCache } from './meta-cache.ts'
import { isAway, watchReach } from './reach.ts'
import type { ErrorCallback } from './request.ts'
import { createSocket, type LiveSocket } from './socket.ts'
import { type ConnectedStore, createEntityStore, type EntityStore } from './store/entity-store.ts'
import { createViewCache, type ViewCache } from './views/cache.ts'

export interface ClientOptions {
  /** Origin of the backend without a trailing slash; '' is the page's own. The console passes a project's staging_url. */
  host?: string
  /** Called with every failed answer of this client, instead of the common callback (reference: screens, Error window). */
  onError?: ErrorCallback
  /** Called with every live event (reference: live-events, In the client), after the stores. */
  onEvent?(name: string, payload: unknown): void
  /** Called when the server ends (`wasOnline`) or refuses the live connection: the session may have ended. */
  onRefused?(wasOnline: boolean): void
}

/** One backend: its calls, its live connection and one store per entity. */
export interface Client {
  readonly host: string
  readonly api: Api
  readonly auth: ReturnType<typeof authCalls>
  readonly entities: ReturnType<typeof entityCalls>
  readonly users: ReturnType<typeof userCalls>
  readonly files: ReturnType<typeof fileCalls>
  readonly trash: ReturnType<typeof trashCalls>
  readonly app: ReturnType<typeof appCalls>
  readonly metas: MetaCache
  readonly settings: ListSettings
  readonly views: ViewCache
  readonly live: LiveSocket
  /** The store of an entity name; each call returns the same one. */
  store(entity: string): EntityStore
  /** Address of a stored file (`/files/…`) on this host; other addresses stay as they are. */
  fileUrl(path: string): string
  /**
   * Requests the data of an entity's list in parallel with the boot calls, so that the first row needs only
   * two round trips.
   */
  preload(entity: string): void
  /** Calls `listener` with every live event, after the stores, until the returned function is called. */
  watchEvents(listener: (name: string, payload: unknown) => void): () => void
  /** Handles an event in the stores as if the server had sent it. */
  announce(name: string, payload: object): void
  /** Puts calls in the place of those of every store, now and later; undefined puts their own ones back. */
  replaceCalls(replace: ReplaceCalls | undefined): void
  /** Sets what is awaited before each write of a store. */
  beforeWrites(ready: (() => Promise<unknown>) | undefined): void
  /** True while a form of this host is in edit mode. */
  isEditing(): boolean
  /** Calls the listener each time the rooms are joined: events from before the join never arrived here. */
  watchJoins(listener: () => void): () => void
  /** Clears all data of a user and ends the live connection; call it after logout. */
  reset(): void
}

/** Gives the calls of an entity that replace its own. */
export type ReplaceCalls = (entity: string, calls: EntityCalls) => Partial<EntityCalls>

export function createClient({ host = '', onError, onEvent, onRefused }: ClientOptions = {}): Client {
  const api = createApi(host, onError)
  const entities = entityCalls(api)
  const users = userCalls(api)
  const app = appCalls(api)
  const metas = createMetaCache(host, onError)
  const quiet = createApi(host, () => undefined)
  const settings = createListSettings(entities, entityCalls(quiet))
  const views = createViewCache(quiet)
  const stores = new Map<string, ConnectedStore>()
  /** The calls of each store, beside its own ones. */
  const calls = new Map<string, { used: EntityCalls; own: EntityCalls }>()
  let replace: ReplaceCalls | undefined
  let beforeWrite: (() => Promise<unknown>) | undefined

  const events = createListeners<[name: string, payload: unknown]>()
  const joins = createListeners()

  let hasJoined = false
  const live = createSocket({
    host,
    onEvent(name, payload) {
      if (typeof payload === 'object' && payload !== null) announce(name, payload)
      onEvent?.(name, payload)
      events.tell(name, payload)
    },
    onRefused: (wasOnline) => onRefused?.(wasOnline),
    onJoined() {
      for (const store of stores.values()) store.handleJoined(hasJoined)
      hasJoined = true
      joins.tell()
    },
  })

  const announce = (name: string, payload: object) => {
    for (const store of stores.values()) store.handleEvent(name, payload)
    forgetMeta(name, payload)
  }

  let wasAway = isAway(host)
  watchReach(() => {
    const isBack = wasAway && !isAway(host)
    wasAway = isAway(host)
    if (isBack) for (const store of stores.values()) store.handleReturn()
  })

  /** A changed definition invalidates the cached meta, whether or not a store holds it. */
  const forgetMeta = (name: string, payload: object) => {
    if (!name.endsWith('_update') || !('entity' in payload) || payload.entity !== 'Entity') return
    if ('id' in payload && typeof payload.id === 'string' && !stores.has(payload.id)) metas.invalidate(payload.id)
  }

  return {
    host,
    api,
    auth: authCalls(api),
    entities,
    users,
    files: fileCalls(api),
    trash: trashCalls(api, entities),
    app,
    metas,
    settings,
    views,
    live,
    store(entity) {
      let store = stores.get(entity)
      if (!store) {
        const own = callsOf(entity, api)
        const used = { ...own, ...replace?.(entity, own) }
        calls.set(entity, { used, own })
        store = createEntityStore(entity, {
          entities: used,
          metas,
          settings,
          views,
          live,
          beforeWrite: async () => beforeWrite?.(),
        })
        stores.set(entity, store)
      }
      return store
    },
    fileUrl: (path) => (path.startsWith('/') ? host + path : path),
    preload(entity) {
      metas.get(entity, { isQuiet: true }).catch(() => undefined)
      void settings.load()
      void views.prepare(entity)
    },
    watchEvents: events.listen,
    watchJoins: joins.listen,
    announce,
    replaceCalls(next) {
      replace = next
      for (const [entity, { used, own }] of calls) Object.assign(used, own, next?.(entity, own))
    },
    beforeWrites(ready) {
      beforeWrite = ready
    },
    isEditing: () => [...stores.values()].some((store) => store.getSnapshot().isEditing),
    reset() {
      live.disconnect()
      hasJoined = false
      stores.clear()
      calls.clear()
      metas.clear()
      settings.clear()
      views.clear()
    },
  }
}
