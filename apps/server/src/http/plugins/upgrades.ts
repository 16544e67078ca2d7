import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest } from '@tavla/contract'
import type { Site } from '../../site.ts'
import { rawAnswer } from '../raw-answer.ts'

/** Option of the http server: only WebSocket requests are upgrades; all others are ordinary calls. */
export function isUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Ends every upgrade whose path is not the socket's: the socket server would never answer it. */
export function endOtherUpgrades(server: Server, site: Site, newId: () => string): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/socket.io/') return
    socket.on('error', () => undefined)
    socket.end(rawAnswer(site, badRequest(), newId()))
  })
}
