/** What an origin check has to know of the site (contract 3.3). */
export interface OriginRules {
  publicUrl: string
  allowedOrigins: ReadonlySet<string>
}

/**
 * True for the site's own origin (its `public_url`, or the scheme and Host that the request came to) and for those in
 * `allowed_origins`. `origin` is the header as sent; a page without an origin sends `null`, which is never allowed.
 */
export function isAllowedOrigin(rules: OriginRules, origin: string, scheme: string, host: string | undefined): boolean {
  return (
    origin === rules.publicUrl ||
    rules.allowedOrigins.has(origin) ||
    (host !== undefined && origin === `${scheme}://${host}`)
  )
}

/** `http://localhost:8000` and `http://127.0.0.1:8000` for either of the two, else the origin alone (contract 6.2). */
export function withLoopbackForms(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin)
  if (!loopbackHosts.includes(hostname)) return [origin]
  return loopbackHosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`)
}

/** The origin of an http(s) address written by hand; undefined when it is none. */
export function originOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.origin : undefined
}

const loopbackHosts = ['localhost', '127.0.0.1']
