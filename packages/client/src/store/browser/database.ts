import { openDB } from 'idb'
import { type BrowserDatabase, type BrowserSchema, steps } from './schema.ts'

const name = 'tavla'

let opened: Promise<BrowserDatabase> | undefined

/**
 * The database of this browser, opened once (reference: screens, Drafts).
 * @throws DOMException where the browser has no such storage or forbids it
 */
export function browserDatabase(): Promise<BrowserDatabase> {
  opened ??= open().catch((error: unknown) => {
    forget()
    throw error
  })
  return opened
}

/** Removes whatever a user keeps on this browser, of every site and store for `user` at `site`. @throws DOMException */
export async function wipeUser(site: string, user: string): Promise<void> {
  const database = await browserDatabase()
  const stores = [...database.objectStoreNames]
  const change = database.transaction(stores, 'readwrite')
  for (const store of stores) void change.objectStore(store).delete(rangeOf(site, user))
  await change.done
}

/** Removes whatever a user keeps in one store. @throws DOMException */
export async function wipeStore(store: 'copies', site: string, user: string): Promise<void> {
  await (await browserDatabase()).delete(store, rangeOf(site, user))
}

/** Number of a user's entries in a store at one site; 0 in a store that this browser doesn't have. @throws DOMException */
export async function countOf(store: string, site: string, user: string): Promise<number> {
  const database = await browserDatabase()
  const name = [...database.objectStoreNames].find((one) => one === store)
  return name === undefined ? 0 : database.count(name, rangeOf(site, user))
}

/** All keys that begin with these parts: in IndexedDB a list sorts behind every text. */
export const rangeOf = (...parts: readonly string[]): IDBKeyRange => IDBKeyRange.bound([...parts], [...parts, []])

async function open(): Promise<BrowserDatabase> {
  try {
    return await openAt(steps.length)
  } catch (error) {
    // A tab of a newer build made a newer database, in which all stores of this build are there.
    if (error instanceof DOMException && error.name === 'VersionError') return openAt(undefined)
    throw error
  }
}

function openAt(version: number | undefined): Promise<BrowserDatabase> {
  return openDB<BrowserSchema>(name, version, {
    upgrade(database, oldVersion) {
      for (const step of steps.slice(oldVersion)) step(database)
    },
    // A tab of a newer build wants to upgrade; the next use opens it again.
    blocking(_current, _wanted, event) {
      forget()
      ;(event.target as IDBDatabase).close()
    },
    terminated: forget,
  })
}

function forget(): void {
  opened = undefined
}
