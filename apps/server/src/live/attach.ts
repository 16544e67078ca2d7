import type { Server as HttpServer, IncomingMessage } from 'node:http'
import { Server } from 'socket.io'
import type { Engine } from '../entity/index.ts'
import { isAllowedOrigin, type OriginRules } from '../ground/origins.ts'
import { broadcastChanges } from './broadcast.ts'
import { acceptConnections } from './connection.ts'
import { sessionRoom, userRoom } from './rooms.ts'
import { Subscriptions } from './subscriptions.ts'
import { tellRecalculations } from './tell-recalculations.ts'
import type { LiveJobs, LiveNotifications, LiveServer, LiveSessions, ProblemTranslator } from './types.ts'

export interface LiveOptions {
  httpServer: HttpServer
  engine: Engine
  sessions: LiveSessions
  jobs: LiveJobs
  notifications: LiveNotifications
  origins: OriginRules
  say: ProblemTranslator
  report?: (error: unknown, requestId: string) => void
  /** Called when a page of another site tries to connect. */
  refuse?: (request: IncomingMessage) => void
}

/** Maximum size of a message: enough for a reconnecting client that sends all its subscriptions in one request. Bytes. */
const maxMessage = 64 * 1024
const socketPath = '/socket.io/'

/**
 * Serves live updates and presence over socket.io on the site's own HTTP server (reference: live-events, Connection).
 * Close it before the server.
 */
export function attachLive(options: LiveOptions): { close(): Promise<void> } {
  const { httpServer, engine, sessions, jobs, notifications, origins, say } = options
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
  acceptConnections({ io, engine, sessions, subscriptions, say, report: options.report ?? (() => {}) })
  const stopBroadcast = broadcastChanges(io, engine, subscriptions)
  const stopRecalculations = tellRecalculations(io, engine)
  const stopEnded = sessions.onEnded(({ id }) => io.in(sessionRoom(id)).disconnectSockets(true))
  const stopJobs = jobs.onUpdate((user, update) => io.to(userRoom(user)).emit('job_update', update))
  const stopNotifications = notifications.onUpdate((user, update) => io.to(userRoom(user)).emit('notification', update))
  return {
    async close() {
      stopBroadcast()
      stopRecalculations()
      stopJobs()
      stopNotifications()
      stopEnded()
      // Closes only the transports: a client that receives a disconnect packet would not reconnect after a restart.
      io.engine.close()
      await io.of('/').adapter.close()
    },
  }
}

/** A request without an origin does not come from a browser, so it cannot misuse another user's cookie. */
function isWelcomeOrigin(rules: OriginRules, request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  if (origin === undefined) return true
  return isAllowedOrigin(rules, origin, 'encrypted' in request.socket ? 'https' : 'http', host)
}
