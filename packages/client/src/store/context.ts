import type { entityCalls } from '../calls/entities.ts'
import type { ListSettings } from '../list-settings.ts'
import type { MetaCache } from '../meta-cache.ts'
import type { WritableObservable } from '../observable.ts'
import type { LiveSocket } from '../socket.ts'
import type { EntityState } from './state.ts'
import type { WriteGate } from './write-gate.ts'

/** What an entity store stands on; one client shares all of it but the state and the gate. */
export interface StoreServices {
  entities: ReturnType<typeof entityCalls>
  metas: MetaCache
  settings: ListSettings
  live: LiveSocket
}

export interface StoreContext extends StoreServices {
  entity: string
  state: WritableObservable<EntityState>
  gate: WriteGate
  /** Ids this client deleted itself, whose events are no news. */
  ownDeletes: Set<string>
}
