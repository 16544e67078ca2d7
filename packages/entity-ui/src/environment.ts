import type { Client, EntityState, EntityStore } from '@tavla/client'
import type { EntityRecord, SessionInfo } from '@tavla/contract'
import { createContext, use, useSyncExternalStore } from 'react'

/** What lists and forms need of the app around them; an app gives one for each host that it talks to. */
export interface EntityEnvironment {
  client: Client
  /** The signed-in user and the site's settings, as `validate` answers them. */
  session: SessionInfo
  /** Goes to an address without loading the page anew. */
  navigate(path: string): void
  /** Address of a record's screen, if this app has one. */
  recordPath(entity: string, id: string): string | undefined
  /**
   * Shows a failed write that no place on the screen can show, as the error window does
   * (reference: screens, Error window).
   */
  onError(error: unknown): void
  /** A form was saved: its record, and what was sent for it. */
  onSaved(entity: string, record: EntityRecord, sent: Readonly<Record<string, unknown>>): void
  /** Wall-clock text of now in the site's time zone. */
  now(): string
}

export const EnvironmentContext = createContext<EntityEnvironment | null>(null)

/** Throws outside of an EntityProvider. */
export function useEnvironment(): EntityEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === null) throw new Error('EntityProvider is missing')
  return environment
}

/** An entity's store and what it holds now. */
export function useEntity(entity: string): [EntityState, EntityStore] {
  const store = useEnvironment().client.store(entity)
  return [useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot), store]
}
