/** The settings of a site that an origin check needs (reference: sign-in, Origins). */
export interface OriginRules {
  publicUrl: string
  allowedOrigins: ReadonlySet<string>
}

/**
 * True for the site's own origin (its `public_url`, or the scheme and Host of the request) and for those in
 * `allowed_origins`. `origin` is the header as sent; a page without an origin sends `null`, which is never allowed.
 */
export function isAllowedOrigin(rules: OriginRules, origin: string, scheme: string, host: string | undefined): boolean {
  return (
    origin === rules.publicUrl ||
    rules.allowedOrigins.has(origin) ||
    (host !== undefined && origin === `${scheme}://${host}`)
  )
}

/**
 * Both `http://localhost:8000` and `http://127.0.0.1:8000` for either of them, otherwise only the origin (reference:
 * hosting, Provisioning).
 */
export function withLoopbackForms(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (!loopbackHosts.includes(hostname)) return [origin]
  return loopbackHosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`)
}

/**
 * True when a browser sends `SameSite=Lax` cookies between the two origins, as far as this can be decided without the
 * public suffix list: the same host, names of this machine, a host and its subdomain, or two subdomains of the same
 * host.
 */
export function isSameSite(a: string, b: string): boolean {
  const [one, other] = [new URL(a), new URL(b)]
  if (one.protocol !== other.protocol) return false
  const [left, right] = [one.hostname, other.hostname]
  if (left === right || (loopbackHosts.includes(left) && loopbackHosts.includes(right))) return true
  if (left.endsWith(`.${right}`) || right.endsWith(`.${left}`)) return true
  const parent = left.slice(left.indexOf('.') + 1)
  return isOwnDomain(parent) && right.slice(right.indexOf('.') + 1) === parent
}

/** True for `example.com` and `example.co.il`, not for `com` and `co.il`; IP addresses have no domain. */
function isOwnDomain(host: string): boolean {
  const labels = host.split('.')
  const [last = '', second = ''] = [labels.at(-1), labels.at(-2)]
  if (/^\d+$/.test(last) || labels.length < 2) return false
  return labels.length > 2 || !(last.length === 2 && second.length <= 3)
}

/** The origin of an http(s) address written by hand; undefined when it is not one. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : undefined
}

const loopbackHosts = ['localhost', '127.0.0.1']
