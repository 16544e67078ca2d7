import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { Engine } from '../entity/index.ts'
import { isAllowedOrigin, type OriginRules } from '../ground/origins.ts'
import { broadcastChanges } from './broadcast.ts'
import { welcome } from './connection.ts'
import { sessionRoom } from './rooms.ts'
import { Subscriptions } from './subscriptions.ts'
import type { LiveServer, LiveSessions, Say } from './types.ts'

export interface LiveOptions {
  httpServer: HttpServer
  engine: Engine
  sessions: LiveSessions
  origins: OriginRules
  say: Say
  report?: (error: unknown, requestId: string) => void
  /** Told of a page of another site that wants in. */
  refuse?: (request: IncomingMessage) => void
}

/** Room for a reconnecting client that asks for all its subscriptions in one request, and for little more. Bytes. */
const maxMessage = 64 * 1024
const socketPath = '/socket.io/'

/**
 * Live updates and presence over socket.io on the site's own HTTP server (reference: live-events, Connection). Close it
 * before the server.
 */
export function attachLive(options: LiveOptions): { close(): Promise<void> } {
  const { httpServer, engine, sessions, origins, say } = options
  const io: LiveServer = new Server(httpServer, {
    path: socketPath,
    serveClient: false,
    perMessageDeflate: false,
    httpCompression: false,
    maxHttpBufferSize: maxMessage,
    connectTimeout: 10_000,
    allowRequest: (request, decide) => {
      const isWelcome = isWelcomeOrigin(origins, request)
      if (!isWelcome) options.refuse?.(request)
      decide(null, isWelcome)
    },
    cors: (request, decide) =>
      decide(null, { origin: isWelcomeOrigin(origins, request as IncomingMessage), credentials: true }),
  })
  const subscriptions = new Subscriptions(io, engine)
  welcome({ io, engine, sessions, subscriptions, say, report: options.report ?? (() => {}) })
  const stopBroadcast = broadcastChanges(io, engine, subscriptions)
  const stopEnded = sessions.onEnded(({ id }) => io.in(sessionRoom(id)).disconnectSockets(true))
  return {
    async close() {
      stopBroadcast()
      stopEnded()
      // The transports alone, without a word: a client that is told to go would not come back after a restart.
      io.engine.close()
      await io.of('/').adapter.close()
    },
  }
}

/** No origin means that it is not a browser, which has no one else's cookie to misuse. */
function isWelcomeOrigin(rules: OriginRules, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return isAllowedOrigin(rules, origin, 'encrypted' in request.socket ? 'https' : 'http', host)
}
