/** The settings of a site's cookies. */
interface CookieRules {
  publicUrl: string
  cookieSameSite: 'Lax' | 'None'
}

/** The value of one cookie in a Cookie header. */
export function readCookie(name: string, header: string | undefined): string | undefined {
  if (!header) return undefined
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}

/**
 * Value of the Set-Cookie header of a cookie for the whole site that scripts cannot read; it is limited to https where
 * the site uses https. `maxAge` in seconds.
 */
export function setCookie(config: CookieRules, name: string, value: string, maxAge: number): string {
  const isSecure = config.publicUrl.startsWith('https:') || config.cookieSameSite === 'None'
  const base = `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${config.cookieSameSite}`
  return isSecure ? `${base}; Secure` : base
}
