import type { SocketAck } from '@tavla/contract'
import { io, type Socket } from 'socket.io-client'
import { afterAll, afterEach } from 'vitest'
import { createRecord, systemContext } from '../entity/index.ts'
import { createBefore } from '../testing/before.ts'
import { startListeningSite } from '../testing/network.ts'

/** A listening site for the tests of a file, and sockets to it that end with their test. */
export function liveTests() {
  const site = createBefore(() => startListeningSite({ allowedOrigins: ['https://hq.example.com'] }))
  const open: Socket[] = []
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect()
  })
  afterAll(() => site.remove())

  const engine = () => site.site.engine
  const admin = () => systemContext(engine())
  let people = 0
  const newPerson = () => `person${++people}@example.com`

  /** Creates a socket that starts to connect. */
  function dial(
    cookie: string | undefined,
    { url = site.url, ...more }: { url?: string; [option: string]: unknown } = {},
  ) {
    const extraHeaders = cookie === undefined ? {} : { cookie }
    const options = { extraHeaders, forceNew: true, reconnection: false, transports: ['websocket'] }
    const socket = io(url, { ...options, ...more })
    open.push(socket)
    return socket
  }

  async function connect(cookie: string, more: Record<string, unknown> = {}): Promise<Socket> {
    const socket = dial(cookie, more)
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
    return socket
  }

  const connectAs = async (user = newPerson(), roles?: string[]) => connect(await site.signIn(user, roles))
  const newTask = (body: object = {}) => createRecord(engine(), admin(), 'Task', { subject: 'Call', ...body })
  return { site, engine, admin, newPerson, dial, connect, connectAs, newTask }
}

export const ask = (socket: Socket, ...args: [string, ...unknown[]]): Promise<SocketAck> =>
  socket.timeout(5000).emitWithAck(...args)
export const next = <T>(socket: Socket, event: string) => new Promise<T>((resolve) => socket.once(event, resolve))
export const gone = (socket: Socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve))

/** All events that the socket received before the answer to a later request: one connection keeps their order. */
export async function heardBy(socket: Socket, event: string, during: () => Promise<unknown>): Promise<unknown[]> {
  const heard: unknown[] = []
  const note = (payload: unknown) => heard.push(payload)
  socket.on(event, note)
  await during()
  await ask(socket, 'list_leave', 'Nothing')
  socket.off(event, note)
  return heard
}
