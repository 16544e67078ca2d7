import { type Message, Problem, textOrNull } from '@tavla/contract'
import { encodeSentence, plainSentence } from '../../ground/sentences.ts'
import { callOut, OutwardFault } from '../../outward/call-out.ts'
import type { Site } from '../../site.ts'
import type { App } from './apps.ts'

type Json = Record<string, unknown>

/** A refusal of an app's provider, or no answer. `code` is its own code, e.g. `invalid_grant`. */
export class ProviderError extends Error {
  override name = 'ProviderError'
  readonly code: string
  /** The reason, in the provider's own words if it gave any. */
  readonly sentence: Message
  /** The provider answered, and its answer won't change until a user changes a setting. */
  readonly isRefusal: boolean

  constructor(
    code: string,
    sentence: Message,
    { cause, isRefusal = false }: { cause?: unknown; isRefusal?: boolean } = {},
  ) {
    super(plainSentence(encodeSentence(sentence)), cause === undefined ? undefined : { cause })
    this.code = code
    this.sentence = sentence
    this.isRefusal = isRefusal
  }

  /** The answer to the user who made the call. */
  asProblem(app: App): Problem {
    const detail = this.sentence.args
      ? { text: '{0} answered with an error ({1}).', args: [app.providerName, this.code] }
      : { text: '{0} did not accept this: {1}', args: [app.providerName, { translate: this.sentence.text }] }
    return new Problem(502, 'UpstreamError', 'Service Unavailable', detail, { cause: this })
  }
}

/** The provider's answer to a code or a refresh token. */
export interface Grant {
  accessToken: string
  refreshToken: string | null
  tokenType: string | null
  /** Seconds; null if the provider doesn't say. */
  expiresIn: number | null
  /** Null when they equal the requested ones. */
  scopes: string[] | null
  idToken: string | null
}

/**
 * Exchanges a code or a refresh token at the app's token endpoint (reference: http-api, Connected apps).
 * @throws ProviderError
 */
export async function askForTokens(site: Site, app: App, grant: Readonly<Record<string, string>>): Promise<Grant> {
  const secrets = { client_id: app.clientId ?? '', client_secret: app.clientSecret ?? '' }
  const answer = await post(site, app.tokenUri, { ...grant, ...secrets })
  if (typeof answer.access_token !== 'string' || answer.access_token === '') {
    throw new ProviderError('no_token', { text: 'The answer holds no access token' })
  }
  const expiresIn = Number(answer.expires_in)
  return {
    accessToken: answer.access_token,
    refreshToken: textOrNull(answer.refresh_token),
    tokenType: textOrNull(answer.token_type),
    expiresIn: Number.isFinite(expiresIn) && expiresIn > 0 ? expiresIn : null,
    scopes: textOrNull(answer.scope)?.split(/\s+/) ?? null,
    idToken: textOrNull(answer.id_token),
  }
}

/** Revokes a token at the provider. @throws ProviderError */
export async function revokeAtProvider(site: Site, app: App, token: string): Promise<void> {
  if (app.revocationUri === null) return
  const secrets = { client_id: app.clientId ?? '', client_secret: app.clientSecret ?? '' }
  await post(site, app.revocationUri, { token, ...secrets })
}

/** Email of the connected account; null if the provider doesn't say. */
export async function accountOf(site: Site, app: App, { accessToken, idToken }: Grant): Promise<string | null> {
  const info = app.userinfoUri === null ? undefined : await userinfo(site, app.userinfoUri, accessToken)
  // The ID token comes straight from the token endpoint, so nobody between could have forged it.
  return (textOrNull(info?.email) ?? textOrNull(claimsOf(idToken).email))?.slice(0, 140) ?? null
}

/** Endpoints that the provider publishes, by the fieldnames of Connected App. @throws ProviderError */
export async function discoverEndpoints(site: Site, address: string, clientId: string | null): Promise<Json> {
  // Imported only when used: it costs every start time and memory.
  const openid = await import('openid-client')
  const found = await openid
    .discovery(new URL(address), clientId ?? 'unknown', undefined, undefined, {
      timeout: 5,
      // `callOut` decides about calls without TLS, in one place.
      execute: [openid.allowInsecureRequests],
      [openid.customFetch]: async (url, { method, headers, body }) => {
        const sent = typeof body === 'string' ? body : undefined
        const answer = await callOut(site.config, url, { method, headers, body: sent, timeout: 5000 })
        return new Response(new Uint8Array(answer.body), { status: answer.status, headers: plain(answer.headers) })
      },
    })
    .catch((error: unknown) => {
      throw new ProviderError('discovery', { text: 'The OpenID configuration cannot be read' }, { cause: error })
    })
  const server = found.serverMetadata()
  return {
    authorization_uri: server.authorization_endpoint,
    token_uri: server.token_endpoint,
    revocation_uri: server.revocation_endpoint,
    userinfo_uri: server.userinfo_endpoint,
    introspection_uri: server.introspection_endpoint,
  }
}

async function userinfo(site: Site, address: string, accessToken: string): Promise<Json | undefined> {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json' }
  const answer = await callOut(site.config, address, { headers }).catch(() => undefined)
  return answer?.status === 200 ? parse(answer.body.toString()) : undefined
}

async function post(site: Site, address: string | null, form: Readonly<Record<string, string>>): Promise<Json> {
  if (address === null) throw new ProviderError('no_endpoint', { text: 'The connected app has no address for this' })
  const answer = await callOut(site.config, address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
  }).catch((error: unknown) => {
    const text = error instanceof OutwardFault ? error.message : 'No answer came in time'
    throw new ProviderError('unreachable', { text }, { cause: error })
  })
  const body = parse(answer.body.toString()) ?? {}
  if (answer.status >= 200 && answer.status < 300) return body
  const code = textOrNull(body.error) ?? `status_${answer.status}`
  const description = textOrNull(body.error_description)?.replace(/\s+/g, ' ').slice(0, 300)
  const isRefusal = answer.status >= 400 && answer.status < 500 && answer.status !== 408 && answer.status !== 429
  throw new ProviderError(code, description ? { text: description } : errorWith(code), { isRefusal })
}

/** The sentence for a provider that gives only a code, e.g. `server_error`. */
export const errorWith = (code: string): Message => ({
  text: 'The provider answered with an error ({0}).',
  args: [code.slice(0, 100)],
})

function claimsOf(idToken: string | null): Json {
  const [, payload = ''] = idToken?.split('.') ?? []
  return parse(Buffer.from(payload, 'base64url').toString()) ?? {}
}

function parse(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : undefined
  } catch {
    return undefined
  }
}

const plain = (headers: Readonly<Record<string, string | string[] | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
