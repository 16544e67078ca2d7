import { invalid, notPossibleNow, type Problem } from '@tavla/contract'
import { createIn, openSecret, type StoredRow, systemContext, updateIn } from '../../entity/index.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { addMillis } from '../../ground/utc-text.ts'
import { heldByStaging } from '../../outbox/reach.ts'
import type { Site, Tokens } from '../../site.ts'
import type { Tx } from '../../store/store.ts'
import { type App, readApp } from './apps.ts'
import { askForTokens, type Grant, ProviderError, revokeAtProvider } from './provider.ts'

export const tokenEntity = 'Token Cache'
/**
 * An access token that expires sooner than this is renewed before use (reference: http-api, Connected apps).
 * Milliseconds.
 */
const minLifetime = 60_000

export type TokenStatus = 'Pending' | 'Connected' | 'Expired' | 'Revoked' | 'Error'

/**
 * Keeps the tokens of each app and user: sealed, renewed in time, and renewed once at a time (reference: http-api,
 * Connected apps).
 */
export class TokenKeeper implements Tokens {
  readonly #site: Site
  readonly #renewals = new Map<string, Promise<string>>()

  constructor(site: Site) {
    this.#site = site
  }

  /** The record of an app and a user. */
  find(app: string, user: string): Promise<StoredRow | undefined> {
    const { engine, store } = this.#site
    return engine.rows(engine.models.require(tokenEntity)).byId(store, idOf(app, user))
  }

  async fresh(appId: string, user: string): Promise<string> {
    const app = await readApp(this.#site, appId)
    const row = await this.find(appId, user)
    const access = this.#open(row, 'access_token')
    if (!row || (access === null && row.refresh_token == null)) throw notConnected(app, row?.status)
    if (access !== null && !this.#isOld(row)) return access
    if (row.refresh_token != null) return this.#renewOnce(app, user)
    await this.#site.store.write((tx) => this.#note(tx, app, user, { status: 'Expired' }))
    throw notConnected(app, 'Expired')
  }

  /** Renews the access token, even if it has not expired. @throws Problem 417 without a refresh token, 502 */
  async renew(appId: string, user: string): Promise<void> {
    const app = await readApp(this.#site, appId)
    const row = await this.find(appId, user)
    if (row?.refresh_token == null) throw notConnected(app, row?.status)
    await this.#renewOnce(app, user)
  }

  /** Concurrent callers share one renewal. */
  async #renewOnce(app: App, user: string): Promise<string> {
    // A provider that gives a new refresh token would lock out the project that this site is a copy of.
    if (this.#site.config.reach === 'nobody') throw notPossibleNow(heldByStaging)
    const id = idOf(app.id, user)
    const running = this.#renewals.get(id)
    if (running) return running
    const renewal = this.#renewNow(app, user).finally(() => this.#renewals.delete(id))
    this.#renewals.set(id, renewal)
    return renewal
  }

  async #renewNow(app: App, user: string): Promise<string> {
    const row = await this.find(app.id, user)
    const refresh = this.#open(row, 'refresh_token')
    if (!row || refresh === null) throw notConnected(app, row?.status)
    const isSame = (now: StoredRow | undefined) => now?.refresh_token === row.refresh_token
    try {
      const grant = await askForTokens(this.#site, app, { grant_type: 'refresh_token', refresh_token: refresh })
      await this.#site.store.write(async (tx) => {
        // A connection or revocation in the meantime takes precedence.
        if (isSame(await this.#locked(tx, app.id, user))) await this.keep(tx, app, user, grant)
      })
      return grant.accessToken
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      const isRevoked = error.code === 'invalid_grant'
      const values = {
        error: encodeSentence(error.sentence),
        ...(isRevoked ? { status: 'Revoked', access_token: null, refresh_token: null, expires_at: null } : {}),
        // Keep the tokens: the fault is the app's and may be repaired there.
        ...(error.isRefusal && !isRevoked ? { status: 'Error' } : {}),
      }
      await this.#site.store.write(async (tx) => {
        if (isSame(await this.#locked(tx, app.id, user))) await this.#note(tx, app, user, values)
      })
      throw isRevoked ? notConnected(app, 'Revoked') : error.asProblem(app)
    }
  }

  /**
   * Stores the provider's tokens; keeps the old refresh token without a new one (reference: http-api, Connected apps).
   */
  async keep(tx: Tx, app: App, user: string, grant: Grant, accountEmail?: string | null): Promise<void> {
    const now = this.#site.engine.clock.nowUtc()
    const scopes = grant.scopes?.map((scope) => ({ scope: scope.slice(0, 140) }))
    await this.#note(tx, app, user, {
      status: 'Connected',
      access_token: grant.accessToken,
      ...(grant.refreshToken === null ? {} : { refresh_token: grant.refreshToken }),
      ...(grant.tokenType === null ? {} : { token_type: grant.tokenType.slice(0, 140) }),
      ...(scopes ? { scopes } : {}),
      ...(accountEmail === undefined ? {} : { account_email: accountEmail }),
      expires_at: grant.expiresIn === null ? null : addMillis(now, grant.expiresIn * 1000),
      error: null,
    })
  }

  /** Notes a sign-in that began or failed, unless there is a working connection; `error` is a stored sentence. */
  async noteAttempt(tx: Tx, app: App, user: string, status: 'Pending' | 'Error', error: string | null): Promise<void> {
    const row = await this.#locked(tx, app.id, user)
    if (row?.status === 'Connected' || row?.status === 'Expired') return
    await this.#note(tx, app, user, { status, error })
  }

  /** The current state of a connection; null if there never was one. */
  async statusOf(appId: string, user: string): Promise<StoredRow | null> {
    const row = await this.find(appId, user)
    if (row?.status !== 'Connected' || row.refresh_token != null || !this.#isOld(row, 0)) return row ?? null
    const app = await readApp(this.#site, appId)
    await this.#site.store.write((tx) => this.#note(tx, app, user, { status: 'Expired' }))
    return { ...row, status: 'Expired' }
  }

  /** Revokes the connection here, and at the provider if it can be reached. */
  async revoke(appId: string, user: string): Promise<void> {
    const app = await readApp(this.#site, appId)
    const row = await this.find(appId, user)
    if (!row) throw notConnected(app, undefined)
    const token = this.#open(row, 'refresh_token') ?? this.#open(row, 'access_token')
    const values = { access_token: null, refresh_token: null, expires_at: null, error: null }
    await this.#site.store.write((tx) => this.#note(tx, app, user, { ...values, status: 'Revoked' }))
    if (token === null) return
    await revokeAtProvider(this.#site, app, token).catch((error: unknown) => {
      this.#site.logs.worker.warn({ app: appId, user, error: String(error) }, 'not revoked at the provider')
    })
  }

  async #note(tx: Tx, app: App, user: string, values: Readonly<Record<string, unknown>>): Promise<void> {
    const { engine } = this.#site
    const id = idOf(app.id, user)
    const system = systemContext(engine)
    if (await engine.rows(engine.models.require(tokenEntity)).exists(tx, id)) {
      await updateIn(engine, system, tx, tokenEntity, id, { ...values, provider_name: app.providerName })
      return
    }
    const record = { id, owner: user, user, connected_app: app.id, provider_name: app.providerName, ...values }
    const scopes = app.scopes.map((scope) => ({ scope }))
    await createIn(engine, system, tx, tokenEntity, { scopes, ...record })
  }

  #locked(tx: Tx, app: string, user: string): Promise<StoredRow | undefined> {
    const { engine } = this.#site
    return engine.rows(engine.models.require(tokenEntity)).byIdLocked(tx, idOf(app, user))
  }

  #open(row: StoredRow | undefined, fieldname: 'access_token' | 'refresh_token'): string | null {
    return row ? openSecret(this.#site.engine, tokenEntity, row, fieldname) : null
  }

  #isOld({ expires_at }: StoredRow, life = minLifetime): boolean {
    if (typeof expires_at !== 'string') return false
    return expires_at <= addMillis(this.#site.engine.clock.nowUtc(), life)
  }
}

const idOf = (app: string, user: string) => `${app}-${user}`

function notConnected({ providerName }: App, status: unknown): Problem {
  if (status === 'Revoked')
    return invalid('The access to {0} was withdrawn. Connect the account again.', [providerName])
  if (status === 'Expired') return invalid('The access to {0} has expired. Connect the account again.', [providerName])
  return invalid('No account is connected to {0} yet.', [providerName])
}
