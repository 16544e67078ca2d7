import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { badRequest } from '@tavla/contract'
import type { Site } from '../../site.ts'
import { rawAnswer } from '../raw-answer.ts'

/** Option of the http server: anything but a WebSocket is an ordinary call, whatever else it would rather become. */
export function isUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Ends every upgrade that is not the socket's path: the socket server would leave it unanswered for ever. */
export function endOtherUpgrades(server: Server, site: Site, newId: () => string): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/socket.io/') return
    socket.on('error', () => undefined)
    socket.end(rawAnswer(site, badRequest(), newId()))
  })
}
