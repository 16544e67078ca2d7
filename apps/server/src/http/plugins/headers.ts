import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Site } from '../../site.ts'

/** The policy of every answer that is not a page: it may load nothing, and no page may frame it. */
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Adds the headers that every answer has; a route may overwrite them. */
export function sendCommonHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    addCommonHeaders(app.site, request, reply)
    done()
  })
}

export function addCommonHeaders(site: Site, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(commonHeaders(site, request.id))
}

/** The same headers for answers that are written without the framework. */
export function commonHeaders(site: Site, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    'x-request-id': requestId,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    'content-security-policy': closedPolicy,
    'referrer-policy': 'no-referrer',
  }
  if (site.config.publicUrl.startsWith('https:')) headers['strict-transport-security'] = transportSecurity(site)
  return headers
}

const transportSecurity = ({ engine }: Site) =>
  engine.settings.hsts_subdomains === 0 ? 'max-age=31536000' : 'max-age=31536000; includeSubDomains'
