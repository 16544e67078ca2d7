import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import type { SiteConfig } from '../config/site-config.ts'

/** The client's address of a request outside the framework, by the rules of `request.ip`: only trusted proxies may forward it. */
export function clientAddress(
  { trustedProxies }: Pick<SiteConfig, 'trustedProxies'>,
  request: IncomingMessage,
): string {
  if (trustedProxies.length > 0) return proxyAddr(request, [...trustedProxies])
  return request.socket.remoteAddress ?? ''
}
