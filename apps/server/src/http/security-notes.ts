import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Site } from '../site.ts'
import { callerOf } from './caller.ts'

/** A page of another site tried to change something in a person's name. */
export function noteRefusedOrigin(site: Site, request: FastifyRequest): void {
  const { origin = 'no origin' } = request.headers
  site.security.note({
    event: 'Origin Refused',
    outcome: 'Refused',
    ctx: request.ctx,
    detail: `${origin} ${request.method} ${pathOf(request.url)}`,
  })
}

/** The same for the connection of live updates, which comes before the way of a call. */
export function noteRefusedSocket(site: Site, { headers, socket, url = '' }: IncomingMessage): void {
  site.security.note({
    event: 'Origin Refused',
    outcome: 'Refused',
    caller: { ip: socket.remoteAddress ?? '', userAgent: headers['user-agent'] ?? '' },
    detail: `${headers.origin} ${pathOf(url)}`,
  })
}

/** A path that is written as another one than the router would read. */
export function noteOddTarget(site: Site, request: FastifyRequest, target: string): void {
  site.security.note({
    event: 'Request Refused',
    outcome: 'Refused',
    caller: callerOf(request),
    detail: `${request.method} ${pathOf(target)}`,
    requestId: request.id,
  })
}

/** Bytes that are no call: nobody's program sends them by itself. One that came too slowly is no attack. */
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

/** Without its query, which may hold a key. */
const pathOf = (url: string) => url.split('?', 1)[0] ?? ''
