import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** How long busy clients have to send their next call, whose answer then ends the connection. Milliseconds. */
const grace = 100
/** Interval between two checks for connections without a call under way. Milliseconds. */
const sweepEvery = 100

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export interface Drain {
  /**
   * Refuses new connections and makes each answer end its connection. Resolves when the busy clients have had such an
   * answer, after at most 100 ms: a connection that is cut while its next call is on the wire would lose that call.
   */
  begin(): Promise<void>
  /**
   * Repeatedly ends the connections without a call under way until `closed` resolves; after `timeout` milliseconds it
   * cuts the rest.
   */
  finish(closed: Promise<unknown>, timeout: number): Promise<void>
}

/** Ends the connections of a stopping site as soon as each has its answer, so that no call is lost. */
export function drainConnections(app: FastifyInstance): Drain {
  const server = app.server as Server
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // For calls already under way when the site began to stop; later calls get the header on arrival.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.site.state === 'stopping') reply.header('connection', 'close')
    done()
  })

  return {
    async begin() {
      // http.Server.close would cut idle connections at once; net.Server.close does not.
      if (server.listening) NetServer.prototype.close.call(server)
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      for (const end = performance.now() + grace; sockets.size > 0 && performance.now() < end; ) await delay(10)
    },
    async finish(closed, timeout) {
      const sweep = setInterval(sweepIdle, sweepEvery)
      const cutTimer = setTimeout(() => server.closeAllConnections(), timeout)
      try {
        sweepIdle()
        await closed
      } finally {
        clearInterval(sweep)
        clearTimeout(cutTimer)
      }
    },
  }

  function sweepIdle(): void {
    server.closeIdleConnections()
    // A browser may have opened it in advance: Node counts a connection as busy until its first call is over.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}
