const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/

/**
 * The origin at which this browser reaches a project's server: if both it and the console are on a loopback host, the
 * console's own host name with the project's port, so that cookies stay on one site (reference: hosting, Provisioning).
 * Null for no address.
 */
export function stagingHost(stagingUrl: unknown, own: { hostname: string } = location): string | null {
  if (typeof stagingUrl !== 'string' || !URL.canParse(stagingUrl)) return null
  const url = new URL(stagingUrl)
  if (loopback.test(url.hostname) && loopback.test(own.hostname)) url.hostname = own.hostname
  return url.origin
}
