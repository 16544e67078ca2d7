import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** Milliseconds in which a busy client sends its next call, whose answer then ends the connection. */
const grace = 100
/** Milliseconds between two looks for connections that have nothing under way. */
const sweepEvery = 100

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}

export interface Drain {
  /**
   * No connection is taken any more, and each answer ends its own. Resolves when the busy clients have heard of it, after at most 100 ms: a
   * connection that is cut while its next call is on the wire would lose that call.
   */
  begin(): Promise<void>
  /**
   * Ends the connections on which nothing is under way, again and again, until `closed` resolves; those that are left after
   * `patience` milliseconds are cut.
   */
  finish(closed: Promise<unknown>, patience: number): Promise<void>
}

/** Ends the connections of a site that stops, as soon as each has its answer and no call is lost. */
export function drainConnections(app: FastifyInstance): Drain {
  const server = app.server as Server
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // Calls that were under way already when the end began; the later ones are told as they arrive.
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (app.site.state === 'stopping') reply.header('connection', 'close')
    done()
  })

  return {
    async begin() {
      // The close of the http server cuts idle connections in the same moment, the one below it does not.
      if (server.listening) NetServer.prototype.close.call(server)
      server.prependListener('request', (_request, response) => {
        response.shouldKeepAlive = false
      })
      for (const end = performance.now() + grace; sockets.size > 0 && performance.now() < end; ) await delay(10)
    },
    async finish(closed, patience) {
      const sweep = setInterval(sweepIdle, sweepEvery)
      const impatience = setTimeout(() => server.closeAllConnections(), patience)
      try {
        sweepIdle()
        await closed
      } finally {
        clearInterval(sweep)
        clearTimeout(impatience)
      }
    },
  }

  function sweepIdle(): void {
    server.closeIdleConnections()
    // Opened in advance by a browser, say: to Node a connection counts as busy until its first call is over.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}
