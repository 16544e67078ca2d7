import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'

/** Option of the http server: anything but a WebSocket is an ordinary call, whatever else it would rather become. */
export function isUpgrade(request: IncomingMessage): boolean {
  return request.headers.upgrade?.toLowerCase() === 'websocket'
}

/** Ends every upgrade that is not the socket's path: the socket server would leave it unanswered for ever (threats). */
export function endOtherUpgrades(server: Server): void {
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    const path = (request.url ?? '').split('?', 1)[0]
    if (path === '/socket.io/') return
    socket.on('error', () => undefined)
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
  })
}
