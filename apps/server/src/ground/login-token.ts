import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * The claims with which HQ sends a person to a project's site (reference: hosting, Operator sign-in). Times are seconds
 * since 1970.
 */
export interface LoginClaims {
  iss: 'tavla-hq'
  /** Id of the project. */
  aud: string
  /** User id on HQ: an email, or `Administrator`. */
  sub: string
  name: string
  role: 'Administrator' | 'System Manager' | 'Operator'
  /** With milliseconds: HQ can revoke tokens made before a moment. */
  iat: number
  exp: number
  /** Identifies the token, which is valid for one use. */
  jti: string
}

export const tokenSeconds = 60

export function makeLoginToken(
  secret: string,
  person: Pick<LoginClaims, 'aud' | 'sub' | 'name' | 'role'>,
  now = Date.now(),
): string {
  const iat = now / 1000
  const claims: LoginClaims = {
    iss: 'tavla-hq',
    ...person,
    iat,
    exp: Math.floor(iat) + tokenSeconds,
    jti: randomBytes(16).toString('base64url'),
  }
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${payload}.${sign(secret, payload).toString('base64url')}`
}

/**
 * The claims of a genuine token for this site that is not older than 60 seconds. The caller must check whether it was
 * already used.
 */
export function readLoginToken(
  secret: string,
  audience: string,
  token: unknown,
  now = Date.now(),
): LoginClaims | undefined {
  if (typeof token !== 'string' || token.length > 4000) return undefined
  const [payload = '', signature = '', ...more] = token.split('.')
  const [expected, given] = [sign(secret, payload), Buffer.from(signature, 'base64url')]
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  // The signature is valid, so HQ made the payload.
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as LoginClaims
  const seconds = Math.floor(now / 1000)
  const isFresh =
    claims.exp > seconds && claims.exp - claims.iat <= tokenSeconds && claims.iat <= seconds + tokenSeconds
  return claims.iss === 'tavla-hq' && claims.aud === audience && isFresh ? claims : undefined
}

function sign(secret: string, payload: string): Buffer {
  return createHmac('sha256', secret).update(`tavla login ${payload}`).digest()
}
