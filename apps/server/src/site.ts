import type { DamagedFiles, EntityRecord, Message, TranslationEntry } from '@tavla/contract'
import type { Dictionary } from '@tavla/i18n'
import type { FastifyPluginAsync } from 'fastify'
import type { SiteConfig } from './config/site-config.ts'
import type { Context, Engine, EngineModule } from './entity/index.ts'
import type { Logs } from './ground/logs.ts'
import type { Outbox } from './outbox/outbox.ts'
import type { DataCheck } from './store/data-check.ts'
import type { DiskReserve } from './store/disk-reserve.ts'
import type { Store, Tx } from './store/store.ts'

/**
 * The parts of a site that http, live and the modules use of each other, so that none of them imports another; app.ts
 * sets them. `engine` and the parts that need it exist from a module's `start` on, not while the module is being
 * created.
 */
export interface Site {
  readonly config: SiteConfig
  readonly logs: Logs
  readonly store: Store
  readonly engine: Engine
  readonly outbox: Outbox
  readonly sessions: Sessions
  readonly accounts: Accounts
  readonly translations: Translations
  readonly files: Files
  readonly tokens: Tokens
  readonly answers: ReplyRecipients
  /** Exists on a site whose people sign in to other sites through it. */
  readonly linkedSites?: LinkedSites | undefined
  readonly security: Security
  /** The disk of the data folder. */
  readonly disk: DiskReserve
  readonly state: 'starting' | 'running' | 'stopping'
  readonly health: Health
  /** The check of the records after a process was cut off. */
  readonly check: Pick<DataCheck, 'outcome'>
  /** Origins other than the site's own that its pages may call and show images of (HQ: the staging servers). */
  readonly pageOrigins: Set<string>
  /** Runs work that no caller awaits: its failure is logged, and a stopping site lets it finish. */
  inBackground(work: Promise<unknown>): void
  /** The same after a pause in milliseconds, which a stopping site cuts short. */
  inBackgroundAfter(pause: number, work: () => Promise<unknown>): void
}

/** A module of the site: its part of the engine, and its additions to http and to the site's life. */
export interface SiteModule extends EngineModule {
  /** Parts of the site that this module provides to the others; they are usable from its `start` on, and in seeds. */
  provides?: Partial<
    Pick<Site, 'sessions' | 'accounts' | 'security' | 'translations' | 'files' | 'tokens' | 'answers' | 'linkedSites'>
  >
  /** Registered under `/`, so paths are complete, e.g. `/api/hooks/email/:id`. `app.site` and `request.ctx` are set. */
  routes?: FastifyPluginAsync
  /** Creates what the app `sample` adds to this module; runs before that app's own seeds. */
  seedSample?(engine: Engine, ctx: Context): Promise<void>
  /** Runs when the engine is open and the seeds are stored, before the site listens. */
  start?(): Promise<void> | void
  /** Runs once the site listens and its public address is known. */
  listening?(): void
  /** Runs as soon as the site begins to stop, while the last calls are answered; `stop` waits for it. */
  leave?(): Promise<void>
  /** Runs when the site stops, before the store closes. */
  stop?(): Promise<void> | void
  /** Runs after every module has stopped and all background work is done; the store is still open. */
  end?(): Promise<void>
}

/** `modules/<name>/module.ts` has one as its default export; app/modules.ts finds it by its folder. */
export type MakeModule = (site: Site) => SiteModule

/** A signed-in session as every call sees it. */
export interface Session {
  /** Id of the Session record. */
  readonly id: string
  readonly user: string
}

/** The origin of a call. */
export interface Caller {
  ip: string
  userAgent: string
  /** Its Cookie header. */
  cookie?: string | undefined
}

/** Sessions of the site (reference: sign-in, Sessions). The cookie holds the token, of which only the SHA-256 is stored. */
export interface Sessions {
  create(user: string, caller: Caller, via: 'Password' | 'HQ Token'): Promise<{ session: Session; token: string }>
  /**
   * Ends the sessions that a person of HQ began with tokens made before `before` (UTC, milliseconds), and refuses such
   * tokens.
   */
  endOfHq(user: string, before: number): Promise<number>
  /** The live session of a token. Synchronous for a cached one, so that a call seldom waits. */
  find(token: string): Session | undefined | Promise<Session | undefined>
  /** The live session of a Cookie header. */
  findByCookie(header: string | undefined): Session | undefined | Promise<Session | undefined>
  /** Notes that the session was used; returns true when the cookie must be sent again because its expiry moved. */
  touch(session: Session): boolean
  end(id: string): Promise<void>
  /** Ends a user's sessions, except one; resolves to their number. */
  endAll(user: string, except?: string): Promise<number>
  /** The same inside the caller's transaction. */
  endAllIn(tx: Tx, user: string, except?: string): Promise<number>
  /**
   * Calls `listener` for every session that ended, for any reason, after it is stored. Returns a function that
   * unsubscribes.
   */
  onEnded(listener: (session: Session) => void): () => void
  /** Value of the Set-Cookie header that sets the token, or removes it (`''`). */
  cookie(token: string): string
}

/** Answer of the two sign-in calls (reference: sign-in, Signing in). */
export interface SignInAnswer {
  message: 'Logged In'
  user: string
  full_name: string
  lang: 'en' | 'he'
  home_page: string
}

/** A person whose identity HQ confirms. */
export interface HqPerson {
  /** User id on HQ. */
  id: string
  name: string
  role: 'Administrator' | 'System Manager' | 'Operator'
  /** When HQ made the token; UTC, milliseconds of HQ's clock. */
  minted: number
}

/** The result of a sign-in. */
export interface SignInResult {
  answer: SignInAnswer
  /** Values of the Set-Cookie headers; the session's comes first. */
  cookies: string[]
}

/** Sign-in and passwords (reference: sign-in, Signing in). Bodies are passed as they were sent; every method throws Problem. */
export interface Accounts {
  signIn(body: Readonly<Record<string, unknown>>, caller: Caller): Promise<SignInResult>
  /** Begins a session for a person whose identity HQ confirms. */
  signInFromHq(person: HqPerson, caller: Caller, requestId: string): Promise<SignInResult>
  requestReset(body: Readonly<Record<string, unknown>>, caller: Caller): void
  /** With `key`, or for `session` with `old_password`; resolves to the user whose password was set. */
  setPassword(body: Readonly<Record<string, unknown>>, caller: Caller, session: Session | null): Promise<string>
  /** Mails a user the link that sets a password, in the caller's transaction. */
  mailKeyIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void>
  /** A new key for a mail that is sent again. @throws Problem 417 when the user is deleted or disabled */
  renewKeyIn(tx: Tx, user: string, kind: KeyKind): Promise<string>
  /** Whether the key of a mailed link can still set a password. */
  isGoodKey(key: string): Promise<boolean>
}

export type KeyKind = 'reset' | 'invitation'

/** The sealed data beside a queued mail, whose message has `{link}` in place of the link. */
export interface PasswordLink {
  key: string
  /** Id of the User. */
  user: string
  kind: KeyKind
}

export interface MailedUser {
  id: string
  email: string
  full_name: string
  language: 'en' | 'he'
}

/** The values of `GET /api/health`, except `overloaded`, which only http knows. */
export type HealthStatus = 'ok' | 'starting' | 'stopping' | 'database'

/** Whether the site can serve. */
export interface Health {
  /** Resolves within a second, even while the database does not answer. */
  status(): Promise<HealthStatus>
}

/** The dictionary of the site: Translation records override the built-in catalogue (reference: http-api, Translations). */
export interface Translations {
  dictionary(language: string): Promise<Dictionary>
  /**
   * The dictionary as last read, initially the built-in catalogue: for use inside a transaction, and when the store is
   * away.
   */
  dictionaryNow(language: string): Dictionary
  entries(language?: string): Promise<readonly TranslationEntry[]>
  /** JSON text of the answer of `get_translations`, cached until a Translation changes. */
  answer(language?: string): Promise<string>
  /** Creates or corrects the record of (source, language, context) for `submit_translation`. */
  submit(ctx: Context, body: Readonly<Record<string, unknown>>): Promise<EntityRecord>
}

/** Files for other modules: attachments of received and sent mails and messages (reference: files, Uploading). */
export interface Files {
  /**
   * Stores bytes as a File record of `ctx`'s user, without checking permissions. Private by default.
   * @throws Problem 413 beyond max_file_size_mb, 417 when empty, 503 when the disk is full
   */
  save(ctx: Context, file: NewFile): Promise<EntityRecord>
  /**
   * A File that `ctx`'s user may see, and the path of its bytes, which must not be changed.
   * @throws Problem 403, 404, 500 for a damaged one
   */
  find(ctx: Context, fileId: string): Promise<{ record: EntityRecord; path: string }>
  /** Files whose bytes are known to be damaged, with the names of the newest 20. */
  damaged(): Promise<DamagedFiles>
}

/** The security log: entity Security Event, and a line each in `logs/security.log`. */
export interface Security {
  /** Records an event without delay. It never throws; a flood of one kind of event is counted instead of written. */
  note(note: SecurityNote): void
  /** Resolves once all events so far are stored, or cannot be stored now. */
  settled(): Promise<void>
}

export interface SecurityNote {
  event: SecurityEventName
  outcome: 'Allowed' | 'Refused'
  /** The call that caused the event: gives the user, the address and the request id where they are not given separately. */
  ctx?: Context
  /** The account name as it was typed. */
  account?: string
  /** Id of the acting user. */
  user?: string
  caller?: Caller
  /** Never contains a password, key, token or cookie. A Message is translated for each reader. */
  detail?: string | Message
  requestId?: string
}

export type SecurityEventName =
  | 'Signed In'
  | 'Sign-In Failed'
  | 'Locked'
  | 'Signed Out'
  | 'Sessions Ended'
  | 'Password Reset Asked'
  | 'Password Changed'
  | 'Second Factor'
  | 'Roles Changed'
  | 'Rights Changed'
  | 'User Disabled'
  | 'Secret Revealed'
  | 'Origin Refused'
  | 'Request Refused'
  | 'Token Used'
  | 'Token Refused'
  | 'Export'
  | 'Key Rotated'

/** Access tokens of connected apps, for calls to a provider in a user's name (reference: http-api, Connected apps). */
export interface Tokens {
  /**
   * An access token that is valid for at least a minute, refreshed if necessary.
   * @throws Problem with a sentence for people: not connected, revoked, or the provider does not answer
   */
  fresh(app: string, user: string): Promise<string>
}

/** The other sites that people of this one sign in to through it: HQ's projects. */
export interface LinkedSites {
  /** Ends a user's sessions on the other sites, in the caller's transaction. Afterwards this site tells each of them until it answers. */
  endSessionsIn(tx: Tx, user: string): Promise<void>
}

/** The recipients of an answer to a received mail. */
export interface ReplyRecipients {
  /** By the id of the Communication, only for received mails. */
  to(messages: readonly EntityRecord[]): Promise<ReadonlyMap<string, AnswerAddresses>>
}

/** Each is a list separated by commas. */
export interface AnswerAddresses {
  /** The sender, or the address to which the sender wants answers. */
  to: string
  /** All other recipients, without the site's own addresses. */
  cc: string
}

export interface NewFile {
  fileName: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  isPrivate?: boolean
  /** The record that the file belongs to, and the field that shows it. */
  entity?: string | null
  id?: string | null
  field?: string | null
}

declare module 'fastify' {
  interface FastifyInstance {
    site: Site
  }
  interface FastifyRequest {
    /** User and language of the call; the guest's until the session is known. */
    ctx: Context
    session: Session | null
    /** `performance.now()` when the call arrived. */
    arrived: number
  }
  interface FastifyContextConfig {
    /** Guests may call it. */
    guest?: boolean
    /** The call proves itself in another way, so it has no origin check (reference: sign-in, Origins). */
    ownProof?: boolean
    /** The origin check applies although the method is safe (GET logout). */
    checkOrigin?: boolean
    /** The cookie is not read, so that the route answers while the store is away. */
    anonymous?: boolean
    /** The general rate limit counts only refusals (4xx) of this route, or no calls of it. */
    limit?: 'refusals' | 'none'
    /** Whether the call needs more than the site can do now; evaluated before anything else about the call is known. */
    tooBusy?: (params: Record<string, string>) => boolean
    /** It sends every caller the same long text, so that caching the compressed form is worthwhile. */
    repeated?: boolean
  }
}
