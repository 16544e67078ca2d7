import type { Tx } from '../store/store.ts'

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
  /** Whether a session that was found lives on. */
  isInUse(session: Session): boolean
  end(id: string): Promise<void>
  /** Ends the session of a call whose answer replaces or removes the browser's cookie. */
  leave(session: Session | null, header: string | undefined): Promise<void>
  /** Whether a 401 has to clear the cookie of a Cookie header: a late one must not clear a newer cookie. */
  mustClear(header: string | undefined): boolean
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
  /** The local user of a person of HQ, made on first use. */
  userOfHq(person: Omit<HqPerson, 'minted'>, requestId: string): Promise<string>
  requestReset(body: Readonly<Record<string, unknown>>, caller: Caller): void
  /** With `key`, or for `session` with `old_password`; resolves to the user whose password was set. */
  setPassword(body: Readonly<Record<string, unknown>>, caller: Caller, session: Session | null): Promise<string>
  /** Mails a user the link that sets a password, in the caller's transaction. */
  mailKeyIn(tx: Tx, user: MailedUser, kind: KeyKind): Promise<void>
  /** A new key for a mail that is sent again. @throws Problem 417 when the user is deleted or disabled */
  renewKeyIn(tx: Tx, user: string, kind: KeyKind): Promise<string>
  /**
   * Gives a user a generated password on the word of whoever holds the data folder, and enables them.
   * @throws Error with one sentence when nobody has that name, or they have no password here
   */
  resetByCommand(name: unknown): Promise<{ user: string; password: string }>
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
