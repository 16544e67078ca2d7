import type { DocUpdate, DocViewers, ListUpdate, Problem } from '@tavla/contract'
import type { Server, Socket } from 'socket.io'
import type { Language } from '../entity/index.ts'
import type { Sessions } from '../site.ts'
import type { Subscription } from './rooms.ts'

/** What live has to know of sign-in. `findByCookie` does not extend the session. */
export type LiveSessions = Pick<Sessions, 'findByCookie' | 'onEnded'>

/** A problem's message in a person's language. */
export type Say = (problem: Problem, language: Language) => string | Promise<string>

export type Viewer = DocViewers['users'][number]

/** Who is at the other end of a socket and what it listens to. */
export interface Listener {
  sessionId: string
  user: string
  language: Language
  viewer: Viewer
  subscriptions: Map<string, Subscription>
}

export interface ServerEvents {
  list_update(event: ListUpdate): void
  doc_update(event: DocUpdate): void
  doc_viewers(event: DocViewers): void
}

/** Clients' events are checked by hand, because anything may arrive. */
// biome-ignore lint/complexity/noBannedTypes: no event is known to the type system
export type LiveServer = Server<{}, ServerEvents, {}, Listener>
// biome-ignore lint/complexity/noBannedTypes: no event is known to the type system
export type LiveSocket = Socket<{}, ServerEvents, {}, Listener>
