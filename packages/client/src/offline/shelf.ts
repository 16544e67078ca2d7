import { browserDatabase, rangeOf, wipeStore } from '../store/browser/database.ts'
import type { CopyKey, CopyKind, KeptCopy } from '../store/browser/schema.ts'

/** Where the copies of one user of one site lie. All reject with a DOMException where this browser keeps nothing. */
export interface Shelf {
  read(key: CopyKey): Promise<KeptCopy | undefined>
  write(key: CopyKey, copy: KeptCopy): Promise<void>
  remove(keys: readonly CopyKey[]): Promise<void>
  /** The keys of a kind, the copy that was used longest ago first. */
  byUse(site: string, user: string, kind: CopyKind): Promise<CopyKey[]>
  /** The keys of a kind at one path. */
  at(site: string, user: string, kind: CopyKind, path: string): Promise<CopyKey[]>
  /** Everyone who has copies here. */
  owners(): Promise<[site: string, user: string][]>
  wipe(site: string, user: string): Promise<void>
}

/** The shelf in the database of this browser. */
export const browserShelf: Shelf = {
  read: async (key) => (await browserDatabase()).get('copies', key),
  async write(key, copy) {
    await (await browserDatabase()).put('copies', copy, key)
  },
  async remove(keys) {
    const change = (await browserDatabase()).transaction('copies', 'readwrite')
    await Promise.all([...keys.map((key) => change.store.delete(key)), change.done])
  },
  async byUse(...start) {
    return (await browserDatabase()).getAllKeysFromIndex('copies', 'order', rangeOf(...start))
  },
  async at(...start) {
    return (await browserDatabase()).getAllKeys('copies', rangeOf(...start))
  },
  async owners() {
    const keys = await (await browserDatabase()).getAllKeys('copies')
    const found = new Map(keys.map(([site, user]) => [`${site}\n${user}`, [site, user] as [string, string]]))
    return [...found.values()]
  },
  wipe: (site, user) => wipeStore('copies', site, user),
}
