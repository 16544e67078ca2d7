import { refused } from '@tavla/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SiteConfig } from '../../config/site-config.ts'
import { isAllowedOrigin } from '../../ground/origins.ts'
import { noteRefusedOrigin } from '../security-notes.ts'

/** Lets pages of `allowed_origins` call with credentials; other origins get no headers at all (reference: sign-in, Origins). */
export function sendCorsHeaders(app: FastifyInstance): void {
  const { allowedOrigins } = app.site.config
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    reply.headers(allowedOriginHeaders(app.site.config, origin))
    if (isPreflight(request)) answerPreflight(reply, origin !== undefined && allowedOrigins.has(origin))
    else done()
  })
}

/** The headers that let a page of another origin read the answer. */
export function allowedOriginHeaders(
  { allowedOrigins }: Pick<SiteConfig, 'allowedOrigins'>,
  origin: string | undefined,
): Record<string, string> {
  if (allowedOrigins.size === 0) return {}
  if (origin === undefined || !allowedOrigins.has(origin)) return { vary: 'Origin' }
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposedHeaders,
  }
}

/** Refuses calls by which a page of another site would change something (reference: sign-in, Origins). */
export function refuseForeignOrigins(app: FastifyInstance): void {
  const { config } = app.site
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isForeign(request, config)) return done()
    noteRefusedOrigin(app.site, request)
    done(refused())
  })
}

const exposedHeaders = 'Upload-Offset, Upload-Length, Retry-After, X-Request-Id, ETag, Operation-Id, Operation-Repeated'
const acceptedHeaders = 'Content-Type, If-None-Match, Upload-Offset, Upload-Length, Upload-Name, Operation-Id'

function isPreflight(request: FastifyRequest): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/** Without the headers, the browser refuses the call for which it sent the preflight. */
function answerPreflight(reply: FastifyReply, isAllowed: boolean): void {
  if (isAllowed) {
    reply.header('access-control-allow-methods', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS')
    reply.header('access-control-allow-headers', acceptedHeaders)
    reply.header('access-control-max-age', '600')
  }
  reply.code(204).send()
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function isForeign(request: FastifyRequest, config: SiteConfig): boolean {
  const { ownProof, checkOrigin } = request.routeOptions.config ?? {}
  if (ownProof || (safeMethods.has(request.method) && !checkOrigin)) return false
  const { origin, 'sec-fetch-dest': use } = request.headers
  // Any shown content, such as a mail, can request a picture, a frame or a style sheet.
  if (checkOrigin && use !== undefined && use !== 'empty' && use !== 'document') return true
  if (origin !== undefined) return !isAllowedOrigin(config, origin, request.protocol, request.host)
  return request.headers['sec-fetch-site'] === 'cross-site'
}
