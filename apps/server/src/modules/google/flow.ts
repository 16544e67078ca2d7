import { createHash } from 'node:crypto'
import { invalid, Problem, recordNotFound } from '@tavla/contract'
import { type Context, systemPlace } from '../../entity/index.ts'
import { isAllowedOrigin, originOf } from '../../ground/origins.ts'
import { encodeSentence } from '../../ground/sentences.ts'
import { addMillis } from '../../ground/utc-text.ts'
import type { Site } from '../../site.ts'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import { type App, notSetUp, readApp } from './apps.ts'
import { accountOf, askForTokens, errorWith, ProviderError } from './provider.ts'
import type { TokenKeeper } from './tokens.ts'

/** Time to sign in at the provider, in milliseconds (reference: http-api, Connected apps). */
const flowTimeout = 10 * 60_000
/** Parameters of the flow itself, which an app's own parameters can't replace. */
const ownParameters = new Set([
  ...['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'code_challenge', 'code_challenge_method'],
])

/**
 * Begins a sign-in; resolves to the provider's address for the user. Only the state identifies the callback (reference:
 * http-api, Connected apps).
 */
export async function beginFlow(
  site: Site,
  keeper: TokenKeeper,
  ctx: Context,
  { appId, user, successUri }: { appId: string; user: string; successUri: string },
): Promise<string> {
  requireOwnAddress(site, successUri)
  const app = await readApp(site, appId)
  if (app.clientId === null || app.clientSecret === null) throw notSetUp(app)
  if (app.authorizationUri === null || app.tokenUri === null) {
    throw invalid('{0} has no address to sign in at yet.', [app.providerName])
  }
  const { engine } = site
  if (!(await engine.rows(engine.models.require('User')).exists(site.store, user))) throw recordNotFound('User', user)

  // Imported only when used: it costs every start time and memory.
  const { calculatePKCECodeChallenge, randomPKCECodeVerifier, randomState } = await import('openid-client')
  // Both have 32 random bytes.
  const [state, verifier] = [randomState(), randomPKCECodeVerifier()]
  const redirectUri = redirectUriOf(site, app, successUri)
  const now = engine.clock.nowUtc()
  await site.store.write(async (tx) => {
    await tx.run(sql`delete from oauth_flow where expires < ${now}`)
    await tx.run(sql`insert into oauth_flow (hash, app, token_user, started_by, redirect_uri, success_uri, verifier, expires)
        values (${hashOf(state)}, ${appId}, ${user}, ${ctx.actor.user}, ${redirectUri}, ${successUri},
        ${engine.vault.seal(verifier, systemPlace('oauth_flow', hashOf(state)))}, ${addMillis(now, flowTimeout)})`)
    await keeper.noteAttempt(tx, app, user, 'Pending', null)
  })

  const url = new URL(app.authorizationUri)
  const parameters: [string, string][] = [
    ['response_type', 'code'],
    ['client_id', app.clientId],
    ['redirect_uri', redirectUri],
    ['scope', app.scopes.join(' ')],
    ['state', state],
    ['code_challenge', await calculatePKCECodeChallenge(verifier)],
    ['code_challenge_method', 'S256'],
    ...app.queryParameters.filter(([key]) => !ownParameters.has(key)),
  ]
  for (const [key, value] of parameters) url.searchParams.set(key, value)
  return url.href
}

/** The parameters with which the provider sends the browser back. */
export interface Callback {
  code?: string | undefined
  state?: string | undefined
  appId?: string | undefined
  /** The provider's code for the reason why there is no `code`. */
  error?: string | undefined
  errorDescription?: string | undefined
}

export interface ConnectionAnswer {
  message: 'Connected'
  app_id: string
  user: string
  account_email: string | null
  success_uri: string
}

/** A running sign-in. */
export interface Flow {
  app: string
  token_user: string
  started_by: string
  redirect_uri: string
  success_uri: string
  verifier: string
  expires: string
}

/** The sign-in of a state, if this user began it and it has not expired. */
export async function findFlow(site: Site, ctx: Context, state: string | undefined): Promise<Flow | undefined> {
  const flow = state === undefined ? undefined : await readFlow(site.store, hashOf(state))
  if (!flow || flow.started_by !== ctx.actor.user) return undefined
  return flow.expires > site.engine.clock.nowUtc() ? flow : undefined
}

/**
 * Finishes a sign-in: exchanges the code for tokens and stores them sealed. A state is valid for one attempt.
 * @throws Problem 417, 502 when the provider gives no tokens
 */
export async function finishFlow(
  site: Site,
  keeper: TokenKeeper,
  ctx: Context,
  callback: Callback,
): Promise<ConnectionAnswer> {
  const { state, appId, code } = callback
  const flow = await findFlow(site, ctx, state)
  if (!flow || (appId !== undefined && appId !== flow.app)) throw expired()
  const hash = hashOf(state ?? '')
  const deleted = await site.store.write((tx) => tx.run(sql`delete from oauth_flow where hash = ${hash}`))
  if (deleted === 0) throw expired()

  const app = await readApp(site, flow.app)
  const user = flow.token_user
  try {
    if (callback.error === 'access_denied') throw invalid('Access was not granted')
    if (callback.error !== undefined || code === undefined) {
      const word = callback.error ?? 'no code'
      const description = callback.errorDescription?.replace(/\s+/g, ' ').slice(0, 300)
      throw new ProviderError(word, description ? { text: description } : errorWith(word))
    }
    const grant = await askForTokens(site, app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: flow.redirect_uri,
      code_verifier: site.engine.vault.open(flow.verifier, systemPlace('oauth_flow', hash)),
    })
    const account_email = await accountOf(site, app, grant)
    await site.store.write((tx) => keeper.keep(tx, app, user, grant, account_email))
    return { message: 'Connected', app_id: app.id, user, account_email, success_uri: flow.success_uri }
  } catch (error) {
    const problem = error instanceof ProviderError ? error.asProblem(app) : error
    if (problem instanceof Problem) {
      const reason = encodeSentence(error instanceof ProviderError ? error.sentence : problem.detail)
      await site.store.write((tx) => keeper.noteAttempt(tx, app, user, 'Error', reason))
    }
    throw problem
  }
}

const expired = () => invalid('This sign-in attempt has expired. Start again.')

const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

function readFlow(reader: Reader, hash: string): Promise<Flow | undefined> {
  return reader.get(
    sql<Flow>`select app, token_user, started_by, redirect_uri, success_uri, verifier, expires from oauth_flow where hash = ${hash}`,
  )
}

/** Refuses a return address of a foreign site. @throws Problem 417 */
function requireOwnAddress({ config }: Site, address: string): void {
  const origin = originOf(address)
  if (origin === undefined || !isAllowedOrigin(config, origin, '', undefined)) {
    throw invalid('The return address is not allowed')
  }
}

/** The app's own address; else the console's callback screen if the sign-in began there; else our route. */
function redirectUriOf({ config }: Site, app: App, successUri: string): string {
  if (app.redirectUri !== null) return app.redirectUri
  const { pathname, origin } = new URL(successUri)
  const callback = /^\/project\/[^/]+\/google-callback\/([^/]+)\/?$/.exec(pathname)
  if (callback && decoded(callback[1] ?? '') === app.id) return `${origin}${pathname}`
  return `${config.publicUrl}/api/auth/oauth`
}

/** @throws Problem 417 */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw invalid('The return address is not allowed')
  }
}
