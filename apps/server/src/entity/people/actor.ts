import type { Right } from '@tavla/contract'

export type Language = 'en' | 'he'

/** Where a role of a person comes from: `own role`, or the name of a role profile (reference: metadata, Roles). */
export interface HeldRole {
  role: string
  via: string
}

/** A person as the engine sees them. Kept in memory and dropped by any write to User, Role, Role Profile or a rule. */
export interface Actor {
  /** Id of the User record; `Guest` when nobody is signed in, `System` for the server's own work. */
  user: string
  fullName: string
  language: Language
  /** Roles that count, `All` included, disabled ones left out. */
  held: readonly HeldRole[]
  roles: ReadonlySet<string>
  /** True for `Administrator` and the server itself: every check passes. */
  all: boolean
}

/** What one call carries all the way down: who, in which language, under which ids (docs/architecture.md). */
export interface Context {
  actor: Actor
  language: Language
  requestId: string
  /** One for a request, a bulk or an import; Version rows of one operation share it. */
  operationId: string
  /** True for the server's own writes: read-only fields and levels do not hold, permission is not asked. */
  system?: boolean
  /** Id of the session that calls: it survives when its own user's password changes. */
  session?: string
  /** Where the call comes from, for the security log; the server's own work comes from nowhere. */
  caller?: () => { ip: string; userAgent: string }
  /** How many conditions on visible rows this question came through. */
  nesting?: number
}

/** Why something is allowed or not; routes decide how much of it to show. */
export type Decision =
  | { allowed: true; ownOnly: boolean; because: readonly HeldRole[] }
  | { allowed: false; right: Right; entity: string; opensWith: readonly string[] }
