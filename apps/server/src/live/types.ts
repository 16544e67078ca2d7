import type { DocUpdate, DocViewers, JobUpdate, ListUpdate, NotificationUpdate, Problem } from '@tavla/contract'
import type { Server, Socket } from 'socket.io'
import type { Language } from '../entity/index.ts'
import type { Jobs, Notifications, Sessions } from '../site.ts'
import type { Subscription } from './rooms.ts'

/** The part of sign-in that live updates need. `findByCookie` does not extend the session. */
export type LiveSessions = Pick<Sessions, 'findByCookie' | 'onEnded'>

/** The part of the jobs that live updates need. */
export type LiveJobs = Pick<Jobs, 'onUpdate'>

/** The part of the notifications that live updates need. */
export type LiveNotifications = Pick<Notifications, 'onUpdate'>

/** Translates a problem's message to a user's language. */
export type ProblemTranslator = (problem: Problem, language: Language) => string | Promise<string>

export type Viewer = DocViewers['users'][number]

/** The user of a socket and the subscriptions of the socket. */
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
  job_update(event: JobUpdate): void
  notification(event: NotificationUpdate): void
}

/** Events of clients are checked by hand, because clients may send anything. */
// biome-ignore lint/complexity/noBannedTypes: no event is known to the type system
export type LiveServer = Server<{}, ServerEvents, {}, Listener>
// biome-ignore lint/complexity/noBannedTypes: no event is known to the type system
export type LiveSocket = Socket<{}, ServerEvents, {}, Listener>
