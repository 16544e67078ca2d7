import type { Client, EntityState, EntityStore } from '@tavla/client'
import type { EntityRecord, SessionInfo } from '@tavla/contract'
import { createContext, use, useSyncExternalStore } from 'react'

/** A link in the options of every list. */
export interface ListLink {
  icon: string
  /** English source text. */
  label: string
  /** Address for a list of this entity; undefined for one that needs no such link. */
  hrefFor(entity: string): string | undefined
}

/** The app's services for lists and forms; an app provides one for each host that it talks to. */
export interface EntityEnvironment {
  client: Client
  /** The signed-in user and the site's settings, from the answer of `validate`. */
  session: SessionInfo
  /** Navigates without reloading the page; `replace` forgets the present page, because it is gone or no longer meant. */
  navigate(path: string, options?: { replace?: boolean }): void
  /** Address of a record's screen, if this app has one. */
  recordPath(entity: string, id: string): string | undefined
  /** Address of the screen that brings records of an entity from a file, if this app has one. */
  importPath(entity: string): string | undefined
  /** Links to what happened to the records of a list, in its options. */
  listLinks: readonly ListLink[]
  /** Shows a failed write that no place on the screen can show, in the error window (reference: screens, Error window). */
  onError(error: unknown): void
  /** Called after the save of a form, with the record and the sent values. */
  onSaved(entity: string, record: EntityRecord, sent: Readonly<Record<string, unknown>>): void
  /** Wall-clock text of now in the site's time zone. */
  now(): string
}

export const EnvironmentContext = createContext<EntityEnvironment | null>(null)

/** The environment of the nearest EntityProvider; throws without one. */
export function useEnvironment(): EntityEnvironment {
  const environment = use(EnvironmentContext)
  if (environment === null) throw new Error('EntityProvider is missing')
  return environment
}

/** An entity's store and its current state. */
export function useEntity(entity: string): [EntityState, EntityStore] {
  const store = useEnvironment().client.store(entity)
  return [useSyncExternalStore(store.subscribe, store.getSnapshot, store.getSnapshot), store]
}
