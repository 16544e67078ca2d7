import { getRecord, systemContext } from '../entity/index.ts'
import { contextFor } from './access.ts'
import { EventLine, type LiveParts } from './events.ts'
import { sessionRoom, userRoom } from './rooms.ts'
import type { LiveSocket } from './types.ts'

/** More than a person's tabs on all devices together. */
const socketsOfOneUser = 100
const crowded = new Error('Too many connections')

/** Lets signed-in people in and gives each socket its line of events; everyone else hears `Not signed in`. */
export function welcome(parts: LiveParts): void {
  parts.io.use((socket, next) => void letIn(parts, socket, next))
  parts.io.on('connection', (socket) => serve(parts, socket))
}

async function letIn(parts: LiveParts, socket: LiveSocket, next: (refusal?: Error) => void): Promise<void> {
  try {
    await identify(parts, socket)
  } catch (error) {
    next(error === crowded ? crowded : new Error('Not signed in'))
    // A well-behaved client hangs up by itself.
    setTimeout(() => socket.conn.close(), 1000).unref()
    return
  }
  next()
}

async function identify({ io, engine, sessions }: LiveParts, socket: LiveSocket): Promise<void> {
  const session = await sessions.findByCookie(socket.handshake.headers.cookie)
  if (!session) throw new Error('no session')
  const ctx = await contextFor(engine, session.user)
  if ((io.of('/').adapter.rooms.get(userRoom(session.user))?.size ?? 0) >= socketsOfOneUser) throw crowded
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

function serve({ io, ...parts }: LiveParts, socket: LiveSocket): void {
  const line = new EventLine({ io, ...parts }, socket)
  const { user, sessionId } = socket.data
  void socket.join([userRoom(user), sessionRoom(sessionId)])
  // The session may have ended between the handshake and here, where nobody could have told this socket.
  line.confirmSession().catch(() => socket.disconnect(true))
  socket.onAny((event: string, ...args: unknown[]) => line.take(event, args))
  socket.on('error', () => {})
  socket.on('disconnect', () => parts.subscriptions.forget(socket))
}
