import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * What HQ vouches for when it sends somebody to a project's site (reference: hosting, Operator sign-in). Times are
 * seconds since 1970.
 */
export interface LoginClaims {
  iss: 'tavla-hq'
  /** Id of the project. */
  aud: string
  /** User id on HQ: an email, or `Administrator`. */
  sub: string
  name: string
  role: 'Administrator' | 'System Manager' | 'Operator'
  /** To the millisecond: HQ can end what was made before a moment. */
  iat: number
  exp: number
  /** Makes it good for one use. */
  jti: string
}

export const tokenSeconds = 60

export function makeLoginToken(
  secret: string,
  who: Pick<LoginClaims, 'aud' | 'sub' | 'name' | 'role'>,
  now = Date.now(),
): string {
  const iat = now / 1000
  const claims: LoginClaims = {
    iss: 'tavla-hq',
    ...who,
    iat,
    exp: Math.floor(iat) + tokenSeconds,
    jti: randomBytes(16).toString('base64url'),
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/** The claims of a token for this site that is genuine and not older than 60 seconds; whether it was used is not known here. */
export function readLoginToken(
  secret: string,
  audience: string,
  token: unknown,
  now = Date.now(),
): LoginClaims | undefined {
  if (typeof token !== 'string' || token.length > 4000) return undefined
  const [payload = '', signature = '', ...more] = token.split('.')
  const [right, given] = [sign(secret, payload), Buffer.from(signature, 'base64url')]
  if (more.length > 0 || given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  // Nobody without the secret gets this far, so what is inside was made by HQ.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as LoginClaims
  const seconds = Math.floor(now / 1000)
  const isFresh =
    claims.exp > seconds && claims.exp - claims.iat <= tokenSeconds && claims.iat <= seconds + tokenSeconds
  return claims.iss === 'tavla-hq' && claims.aud === audience && isFresh ? claims : undefined
}

function sign(secret: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`tavla login ${payload}`).digest()
}
