import type { ListAnswer, Meta, SessionInfo } from '@tavla/contract'
import type { CopyKey, CopyKind, KeptCopy } from '../store/browser/schema.ts'
import { type CopyPlace, listPathOf, sessionPlace } from './copied-calls.ts'
import { pageOf, withPage } from './kept-list.ts'
import type { Shelf } from './shelf.ts'

/** Maximum number of copies of each kind; the one used longest ago goes first. */
export const mostCopies: Readonly<Record<CopyKind, number>> = { session: 1, answer: 200, list: 20, record: 500 }

/** A copy, and when the server answered it, in milliseconds by this browser's clock. */
export interface FoundCopy {
  body: unknown
  at: number
}

/** The copies that one user of one site can read without a network (reference: screens, Without a network). */
export interface Copies {
  keep(place: CopyPlace, body: unknown, at: number): Promise<void>
  find(place: CopyPlace): Promise<FoundCopy | undefined>
  forget(place: CopyPlace): Promise<void>
  /** Forgets all lists and records below the path of a list. */
  forgetBelow(listPath: string): Promise<void>
  /** Gives each kept list of a path another content; undefined leaves it as it is. */
  changeLists(path: string, change: (list: ListAnswer) => ListAnswer | undefined): Promise<void>
  metaOf(entityPath: string): Promise<Meta | undefined>
}

export interface CopiesOptions {
  shelf: Shelf
  site: string
  user: string
  /** False while another user, or nobody, is signed in on this browser: then nothing is found or kept. */
  isOpen(): boolean
  now?(): number
}

export function createCopies({ shelf, site, user, isOpen, now = Date.now }: CopiesOptions): Copies {
  const keyOf = ({ kind, path, query }: CopyPlace): CopyKey => [site, user, kind, path, query]
  let lastUse = 0

  const write = async (key: CopyKey, body: unknown, at: number) => {
    // The user may have signed out meanwhile, which wipes what is there by now.
    if (!isOpen()) return
    // No two copies have the same time of use, or they would go in any order.
    lastUse = Math.max(now(), lastUse + 1)
    await shelf.write(key, { body, at, order: [site, user, key[2], lastUse] })
  }

  const evict = async (kind: CopyKind) => {
    const keys = await shelf.byUse(site, user, kind)
    if (keys.length > mostCopies[kind]) await shelf.remove(keys.slice(0, keys.length - mostCopies[kind]))
  }

  /** An answer tells that the session lives, so all copies may stay for its idle time from now on. */
  const noteAnswer = async (at: number) => {
    const known = await shelf.read(keyOf(sessionPlace))
    if (known && at - known.at > 60_000) await write(keyOf(sessionPlace), known.body, at)
  }

  const keepList = async (place: CopyPlace, start: number, body: ListAnswer, at: number) => {
    const former = await shelf.read(keyOf(place))
    const list = withPage(former?.body as ListAnswer | undefined, start, body)
    // Its rows are as old as the oldest of its pages.
    if (list) await write(keyOf(place), list, start === 0 || !former ? at : former.at)
  }

  const readAlive = async (place: CopyPlace): Promise<KeptCopy | undefined> => {
    if (!isOpen() || !(await isAlive(shelf, site, user, now()))) return undefined
    return shelf.read(keyOf(place))
  }

  return {
    async keep(place, body, at) {
      // Another person, or nobody, may have come with the cookie of another tab.
      const isForeign = place.kind === 'session' && (body as SessionInfo).user !== user
      if (!isOpen() || isForeign) return
      if (place.page) await keepList(place, place.page.start, body as ListAnswer, at)
      else await write(keyOf(place), body, at)
      await evict(place.kind)
      await noteAnswer(at)
    },
    async find(place) {
      const copy = await readAlive(place)
      if (!copy) return undefined
      const { page } = place
      const body = page ? pageOf(copy.body as ListAnswer, page.start, page.length) : copy.body
      if (body === undefined) return undefined
      if (place.kind !== 'session') await write(keyOf(place), copy.body, copy.at)
      return { body, at: copy.at }
    },
    forget: (place) => shelf.remove([keyOf(place)]),
    async forgetBelow(listPath) {
      const keys = [...(await shelf.byUse(site, user, 'list')), ...(await shelf.byUse(site, user, 'record'))]
      await shelf.remove(keys.filter(([, , , path]) => listPathOf(path) === listPath))
    },
    async changeLists(path, change) {
      for (const key of await shelf.at(site, user, 'list', path)) {
        const copy = await shelf.read(key)
        const list = copy && change(copy.body as ListAnswer)
        if (list && isOpen()) await shelf.write(key, { ...copy, body: list })
      }
    },
    async metaOf(entityPath) {
      const copy = await shelf.read([site, user, 'answer', `${entityPath}/meta`, ''])
      return copy?.body as Meta | undefined
    },
  }
}

/** Wipes the copies of everyone whose session must have ended by now. @throws DOMException */
export async function wipeOld(shelf: Shelf, now = Date.now()): Promise<void> {
  for (const [site, user] of await shelf.owners()) await isAlive(shelf, site, user, now)
}

/** True within the idle time of the session after the last answer; later all copies of the user are wiped. */
async function isAlive(shelf: Shelf, site: string, user: string, now: number): Promise<boolean> {
  const { kind, path, query } = sessionPlace
  const known = await shelf.read([site, user, kind, path, query])
  const { idle_hours: hours = 0 } = (known?.body ?? {}) as Partial<SessionInfo>
  // A clock that was set back makes an answer of the future, whose age nobody knows.
  if (known && Math.abs(now - known.at) < hours * 3_600_000) return true
  await shelf.wipe(site, user)
  return false
}
