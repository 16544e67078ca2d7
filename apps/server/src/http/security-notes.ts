import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Site } from '../site.ts'
import { callerOf } from './caller.ts'
import { clientAddress } from './client-address.ts'

/** Logs that a page of another site tried to change something in a user's name. */
export function noteRefusedOrigin(site: Site, request: FastifyRequest): void {
  const { origin = 'no origin' } = request.headers
  site.security.note({
    event: 'Origin Refused',
    outcome: 'Refused',
    ctx: request.ctx,
    detail: `${origin} ${request.method} ${pathOf(request.url)}`,
  })
}

/** The same for the WebSocket of live updates, whose handshake does not pass through the hooks of a call. */
export function noteRefusedSocket(site: Site, request: IncomingMessage): void {
  const { headers, url = '' } = request
  site.security.note({
    event: 'Origin Refused',
    outcome: 'Refused',
    caller: { ip: clientAddress(site.config, request), userAgent: headers['user-agent'] ?? '' },
    detail: `${headers.origin} ${pathOf(url)}`,
  })
}

/** Logs a path that the router would read as another path than the one written. */
export function noteOddTarget(site: Site, request: FastifyRequest, target: string): void {
  site.security.note({
    event: 'Request Refused',
    outcome: 'Refused',
    caller: callerOf(request),
    detail: `${request.method} ${pathOf(target)}`,
    requestId: request.id,
  })
}

/**
 * Logs bytes that are not an HTTP call; no browser sends such bytes by itself. A call that came too slowly is not logged.
 * Behind a proxy the address is the proxy's, because a forwarded address cannot be read either.
 */
export function noteUnreadable(site: Site, requestId: string, code: string | undefined, socket: Socket): void {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return
  site.security.note({
    event: 'Request Refused',
    outcome: 'Refused',
    caller: { ip: socket.remoteAddress ?? '', userAgent: '' },
    detail: code ?? 'unreadable',
    requestId,
  })
}

/** The path without its query, which may contain a key. */
const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
