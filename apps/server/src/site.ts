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
 * What the neighbours http, live and modules see of each other, so that none of them imports another: app.ts fills it.
 * `engine` and what rests on it stand from a module's `start` on, not while the module is being made.
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
  readonly answers: Answers
  /** Of a site whose people sign in elsewhere through it. */
  readonly elsewhere?: Elsewhere
  readonly security: Security
  /** The disk of the data folder. */
  readonly disk: DiskReserve
  readonly state: 'starting' | 'running' | 'stopping'
  readonly health: Health
  /** The look at the records after a process that was cut off. */
  readonly check: Pick<DataCheck, 'outcome'>
  /** Origins beside the site's own that its pages may call and show images of (HQ: the staging servers). */
  readonly pageOrigins: Set<string>
  /** Work that nobody waits for: its failure is logged, and a stopping site lets it finish. */
  inBackground(work: Promise<unknown>): void
  /** The same after a pause in milliseconds, which a stopping site cuts short. */
  inBackgroundAfter(pause: number, work: () => Promise<unknown>): void
}

/** A wing of the site: its part of the engine, and what it adds to http and to the site's life. */
export interface SiteModule extends EngineModule {
  /** Parts of the site that this module brings for the others; they stand from its `start` on, and for seeds. */
  provides?: Partial<Pick<Site, 'files' | 'tokens' | 'answers' | 'elsewhere'>>
  /** Registered under `/`; paths are whole, e.g. `/api/hooks/email/:id`. `app.site` and `request.ctx` are there. */
  routes?: FastifyPluginAsync
  /** Runs when the engine stands and the seeds are in, before the site listens. */
  start?(): Promise<void> | void
  /** Runs once the site listens and its public address is known. */
  listening?(): void
  /** Runs as soon as the site is to stop, beside the last calls; `stop` waits for it. */
  leave?(): Promise<void>
  /** Runs when the site stops, before the store closes. */
  stop?(): Promise<void> | void
}

/** `modules/<name>/module.ts` exports one as default; app.ts finds it by its folder. */
export type MakeModule = (site: Site) => SiteModule

/** A signed-in session as every call sees it. */
export interface Session {
  /** Id of the Session record. */
  readonly id: string
  readonly user: string
}

/** Where a call comes from. */
export interface Caller {
  ip: string
  userAgent: string
  /** Its Cookie header. */
  cookie?: string | undefined
}

/**
 * Sessions of the site (reference: sign-in, Sessions); the token is what the cookie holds, and only its SHA-256 is
 * stored.
 */
export interface Sessions {
  create(user: string, caller: Caller, via: 'Password' | 'HQ Token'): Promise<{ session: Session; token: string }>
  /** Ends the sessions that a person of HQ began with tokens made before `before` (UTC, milliseconds); such tokens are refused. */
  endOfHq(user: string, before: number): Promise<number>
  /** The living session of a token. Answers at once for one that is known, so that a call seldom waits. */
  find(token: string): Session | undefined | Promise<Session | undefined>
  /** The living session of a Cookie header. */
  findByCookie(header: string | undefined): Session | undefined | Promise<Session | undefined>
  /** Notes that the session was used; true when the cookie should be sent again because its expiry moved. */
  touch(session: Session): boolean
  end(id: string): Promise<void>
  /** Ends a person's sessions, except one; resolves to how many. */
  endAll(user: string, except?: string): Promise<number>
  /** The same inside a transaction of the caller's. */
  endAllIn(tx: Tx, user: string, except?: string): Promise<number>
  /** Hears of every session that ended, whatever the reason, after it is stored. Returns the way to stop. */
  onEnded(listener: (session: Session) => void): () => void
  /** Value of the Set-Cookie header that gives the token, or takes it away (`''`). */
  cookie(token: string): string
}

/** Answer of the two sign-in calls (reference: sign-in, Signing in). */
export interface SignedIn {
  message: 'Logged In'
  user: string
  full_name: string
  lang: 'en' | 'he'
  home_page: string
}

/** Whom HQ vouches for. */
export interface HqPerson {
  /** User id on HQ. */
  id: string
  name: string
  role: 'Administrator' | 'System Manager' | 'Operator'
  /** When HQ made the token; UTC, milliseconds of HQ's clock. */
  minted: number
}

/** A session that has begun. */
export interface Welcome {
  answer: SignedIn
  /** Values of the Set-Cookie headers: the session's first. */
  cookies: string[]
}

/**
 * Signing in, and passwords (reference: sign-in, Signing in). Bodies come as they were sent; everything here throws
 * Problem.
 */
export interface Accounts {
  signIn(body: Readonly<Record<string, unknown>>, caller: Caller): Promise<Welcome>
  /** A session for somebody whom HQ vouches for. */
  signInFromHq(person: HqPerson, caller: Caller, requestId: string): Promise<Welcome>
  requestReset(body: Readonly<Record<string, unknown>>, caller: Caller): void
  /** With `key`, or for `session` with `old_password`; resolves to the user whose password it is. */
  setPassword(body: Readonly<Record<string, unknown>>, caller: Caller, session: Session | null): Promise<string>
  /** Mails a person the link that sets a password, in a transaction of the caller's. */
  mailKeyIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void>
  /**
   * A fresh key for a mail that is to be sent again.
   * @throws Problem 417 when the person is gone or disabled
   */
  renewKeyIn(tx: Tx, user: string, kind: KeyKind): Promise<string>
  /** Whether the key of a mailed link still sets a password. */
  isGoodKey(key: string): Promise<boolean>
}

export type KeyKind = 'reset' | 'invitation'

/** What stands sealed beside a mail in the queue, whose message holds `{link}` in its place. */
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

/** In the words of `GET /api/health`; the process may be late besides, which http alone knows. */
export type HealthStatus = 'ok' | 'starting' | 'stopping' | 'database'

/** Whether the site can serve. */
export interface Health {
  /** Answers within a second, also while the database says nothing. */
  status(): Promise<HealthStatus>
}

/**
 * The dictionary of the site: the built-in catalogue under the Translation records (reference: http-api, Translations).
 */
export interface Translations {
  dictionary(language: string): Promise<Dictionary>
  /** The dictionary as last read, the built-in catalogue at first: for inside a transaction, and when the store is away. */
  dictionaryNow(language: string): Dictionary
  entries(language?: string): Promise<readonly TranslationEntry[]>
  /** JSON text of the answer of `get_translations`, kept until a Translation changes. */
  answer(language?: string): Promise<string>
  /** Creates or corrects the record of (source, language, context) as `submit_translation` asks. */
  submit(ctx: Context, body: Readonly<Record<string, unknown>>): Promise<EntityRecord>
}

/** Files for other modules: attachments of mail and messages that come in and go out (reference: files, Uploading). */
export interface Files {
  /**
   * Keeps bytes as a File record of `ctx`'s person; no right is asked. Private unless said otherwise.
   * @throws Problem 413 beyond max_file_size_mb, 417 when empty, 503 when the disk is full
   */
  save(ctx: Context, file: NewFile): Promise<EntityRecord>
  /**
   * A File that `ctx`'s person may see, and where its bytes lie: only to be read.
   * @throws Problem 403, 404, 500 for a damaged one
   */
  find(ctx: Context, fileId: string): Promise<{ record: EntityRecord; path: string }>
  /** Files whose bytes are known not to be what was stored, with the names of the newest 20. */
  damaged(): Promise<DamagedFiles>
}

/** The security log: entity Security Event, and a line each in `logs/security.log`. */
export interface Security {
  /** Notes an event. It never throws and nobody waits for it; a flood of one kind is counted instead of written. */
  note(note: SecurityNote): void
  /** Resolves once everything noted so far is stored, or cannot be stored now. */
  settled(): Promise<void>
}

export interface SecurityNote {
  event: SecurityEventName
  outcome: 'Allowed' | 'Refused'
  /** The call that did it: gives the person, the address and the request id, where they are not given apart. */
  ctx?: Context
  /** The name of the account as somebody typed it. */
  account?: string
  /** Id of the person who acts. */
  user?: string
  caller?: Caller
  /** Never a password, key, token or cookie. A Message is told to each reader in their language. */
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

/**
 * Access to what a person has connected, for whoever speaks to the provider in their name
 * (reference: http-api, Connected apps).
 */
export interface Tokens {
  /**
   * An access token with a minute of life left at least, refreshed where that is needed.
   * @throws Problem with a sentence for people: not connected, revoked, or the provider does not answer
   */
  fresh(app: string, user: string): Promise<string>
}

/** The other sites that people of this one sign in to through it: HQ's projects. */
export interface Elsewhere {
  /** Ends a person's sessions there, in a transaction of the caller's: each site is told after it, until it has answered. */
  endSessionsIn(tx: Tx, user: string): Promise<void>
}

/** Whom an answer to a received mail goes to, for whoever shows the mail. */
export interface Answers {
  /** By the id of the Communication, of received mails alone. */
  to(messages: readonly EntityRecord[]): Promise<ReadonlyMap<string, AnswerAddresses>>
}

/** Each a list with commas. */
export interface AnswerAddresses {
  /** Who wrote it, or where they want their answers. */
  to: string
  /** Everybody else whom it went to, without the site's own addresses. */
  cc: string
}

export interface NewFile {
  fileName: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  isPrivate?: boolean
  /** The record it belongs to, and the field that shows it. */
  entity?: string | null
  id?: string | null
  field?: string | null
}

declare module 'fastify' {
  interface FastifyInstance {
    site: Site
  }
  interface FastifyRequest {
    /** Who calls, in which language; the guest's until the session is known. */
    ctx: Context
    session: Session | null
    /** `performance.now()` when the call came. */
    arrived: number
  }
  interface FastifyContextConfig {
    /** Nobody has to be signed in. */
    guest?: boolean
    /** The call proves itself in another way: no origin check (reference: sign-in, Origins). */
    ownProof?: boolean
    /** The origin check holds although the method is safe (GET logout). */
    checkOrigin?: boolean
    /** The cookie is not looked at, so that the route answers while the store is away. */
    anonymous?: boolean
    /** The general rate limit counts its refusals (4xx) alone, or nothing of it. */
    limit?: 'refusals' | 'none'
    /** Whether a call needs more than the site can do now; asked before anything else is known of the call. */
    tooBusy?: (params: Record<string, string>) => boolean
    /** It answers everybody the same long text, so that the compressed form is worth keeping. */
    repeated?: boolean
  }
}
