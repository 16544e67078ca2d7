import { getRecord, systemContext } from '../entity/index.ts'
import { contextFor } from './access.ts'
import { EventQueue, type LiveParts } from './events.ts'
import { sessionRoom, userRoom } from './rooms.ts'
import type { LiveSocket } from './types.ts'

/** More than one person's tabs on all devices together. */
const maxSocketsPerUser = 100
const tooManyConnections = new Error('Too many connections')

/** Admits signed-in users and gives each socket a queue of events; all others get the error `Not signed in`. */
export function acceptConnections(parts: LiveParts): void {
  parts.io.use((socket, next) => void authenticate(parts, socket, next))
  parts.io.on('connection', (socket) => serveSocket(parts, socket))
}

async function authenticate(parts: LiveParts, socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
  try {
    await identify(parts, socket)
  } catch (error) {
    next(error === tooManyConnections ? tooManyConnections : new Error('Not signed in'))
    // A well-behaved client disconnects by itself.
    setTimeout(() => socket.conn.close(), 1000).unref()
    return
  }
  next()
}

async function identify({ io, engine, sessions }: LiveParts, socket: LiveSocket): Promise<void> {
  const session = await sessions.findByCookie(socket.handshake.headers.cookie)
  if (!session) throw new Error('no session')
  const ctx = await contextFor(engine, session.user)
  if ((io.of('/').adapter.rooms.get(userRoom(session.user))?.size ?? 0) >= maxSocketsPerUser) throw tooManyConnections
  const person = await getRecord(engine, systemContext(engine), 'User', session.user)
  const image = person.user_image
  Object.assign(socket.data, {
    sessionId: session.id,
    user: session.user,
    language: ctx.language,
    viewer: { id: session.user, full_name: ctx.actor.fullName, user_image: typeof image === 'string' ? image : null },
    subscriptions: new Map(),
  })
}

function serveSocket({ io, ...parts }: LiveParts, socket: LiveSocket): void {
  const queue = new EventQueue({ io, ...parts }, socket)
  const { user, sessionId } = socket.data
  void socket.join([userRoom(user), sessionRoom(sessionId)])
  // The session may have ended since the handshake, before its end could be reported to this socket.
  queue.confirmSession().catch(() => socket.disconnect(true))
  socket.onAny((event: string, ...args: unknown[]) => queue.add(event, args))
  socket.on('error', () => {})
  socket.on('disconnect', () => parts.subscriptions.removeSocket(socket))
}
