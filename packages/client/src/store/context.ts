import type { EntityRecord } from '@tavla/contract'
import type { entityCalls } from '../calls/entities.ts'
import type { ListSettings } from '../list-settings.ts'
import type { MetaCache } from '../meta-cache.ts'
import type { WritableObservable } from '../observable.ts'
import type { LiveSocket } from '../socket.ts'
import type { ViewCache } from '../views/cache.ts'
import type { EntityState } from './state.ts'
import type { WriteGate } from './write-gate.ts'

/** The services of an entity store; all stores of a client share them, except state and gate. */
export interface StoreServices {
  entities: ReturnType<typeof entityCalls>
  metas: MetaCache
  settings: ListSettings
  views: ViewCache
  live: LiveSocket
  /** Awaited before each write. */
  beforeWrite(): Promise<unknown>
}

export interface StoreContext extends StoreServices {
  entity: string
  state: WritableObservable<EntityState>
  gate: WriteGate
  /** Ids that this client deleted itself; its list ignores their events. */
  ownDeletes: Set<string>
  /** The rows that a screen shows instead of the list's own, such as those of its groups. */
  shownRows?: (() => readonly EntityRecord[]) | undefined
}
