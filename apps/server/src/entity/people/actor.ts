import type { Right } from '@tavla/contract'
import type { Operation } from './operation.ts'

export type Language = 'en' | 'he'

/** The source of a user's role: `own role`, or the name of a role profile (reference: metadata, Roles). */
export interface HeldRole {
  role: string
  via: string
}

/** A user as the engine sees them. Cached until a write to User, Role, Role Profile or a permission rule. */
export interface Actor {
  /** Id of the User record; `Guest` when the caller is not signed in, `System` for the server's own work. */
  user: string
  fullName: string
  language: Language
  /** Effective roles, including `All`, without disabled ones. */
  held: readonly HeldRole[]
  roles: ReadonlySet<string>
  /** True for `Administrator` and the server itself: every check passes. */
  all: boolean
}

/** A transition as a caller asks for it (reference: transitions, Taking one). */
export interface AskedTransition {
  entity: string
  id: string
  /** The state; absent where the row decides. */
  to?: string
  /** Id of the row. */
  row?: string
  reason: string | null
  isForced: boolean
  /** The values that it was asked for. */
  values: Readonly<Record<string, unknown>>
}

/** The context of one call: user, language and ids (docs/architecture.md). */
export interface Context {
  actor: Actor
  language: Language
  requestId: string
  /** One per call, message or import; what it writes shares the id. */
  operation: Operation
  /** True while what goes with a record, such as its files, is written along with it: it is not counted as a record. */
  isPart?: boolean
  /** True for the server's own writes: read-only fields, levels and permissions are not checked. */
  system?: boolean
  /** True while a former state is brought back: rows come back under the ids that they had. */
  restores?: boolean
  /** True while records of a file are written: a new one may begin in any state. */
  imports?: boolean
  /** True while the writes of a dry run are made, which are rolled back. */
  isDryRun?: boolean
  /** The transition that the call asks of one record. */
  asksFor?: AskedTransition
  /** Id of the calling session, which survives a change of its own user's password. */
  session?: string
  /** The caller's address, for the security log; the server's own work has none. */
  caller?: () => { ip: string; userAgent: string }
  /** Number of nested conditions on visible rows that led to this query. */
  nesting?: number
}

/** Why a call is allowed or refused; routes decide how much of it to show. */
export type Decision =
  | { allowed: true; ownOnly: boolean; because: readonly HeldRole[] }
  | { allowed: false; right: Right; entity: string; opensWith: readonly string[] }
