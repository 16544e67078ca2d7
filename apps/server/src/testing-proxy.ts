import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { afterAll } from 'vitest'

export interface TestProxy {
  port: number
  /** Bytes that came from the server. */
  received: number
  /** What the client said. */
  said: string
  /** Connections that are open. */
  readonly open: number
  /** Breaks the connection once the server has sent so many bytes more. */
  cutAfter(bytes: number): void
  /** Breaks the connection on which the client says `text` next: before the server hears it, or after, so that only the answer is lost. */
  cutAt(text: string, when: 'before' | 'after'): void
  /** From now on nothing passes either way, though nobody is told. */
  freeze(): void
  /** New connections pass again; those that are frozen stay so. */
  thaw(): void
}

/** A line to a server on loopback that can break or fall silent; `target` is a port, or the path of a socket. Ends after the tests of the file. */
export async function startProxy(target: number | string): Promise<TestProxy> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let left = Number.POSITIVE_INFINITY
  let isFrozen = false
  let cut: { text: string; when: 'before' | 'after' } | undefined
  const proxy: TestProxy = {
    port: 0,
    received: 0,
    said: '',
    get open() {
      return pairs.size
    },
    cutAfter(bytes) {
      left = bytes
    },
    cutAt(text, when) {
      cut = { text, when }
    },
    freeze() {
      isFrozen = true
      for (const pair of pairs) for (const socket of pair) socket.pause().removeAllListeners('data')
    },
    thaw() {
      isFrozen = false
    },
  }
  const server = createServer((near) => {
    if (isFrozen) return void near.on('error', () => undefined)
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    const pair = [near, far] as const
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      near.destroy()
      if (!far.writableEnded) far.destroy()
    }
    for (const socket of pair) socket.on('error', end).on('close', end)
    near.on('data', (chunk: Buffer) => {
      const said = chunk.toString('latin1')
      proxy.said += said
      const isCut = cut !== undefined && said.includes(cut.text)
      if (!isCut) return void far.write(chunk)
      // The server ends by itself what it has heard of.
      if (cut?.when === 'after') far.removeListener('close', end).end(chunk)
      cut = undefined
      end()
    })
    far.on('data', (chunk: Buffer) => {
      proxy.received += chunk.length
      left -= chunk.length
      if (left > 0) return void near.write(chunk)
      left = Number.POSITIVE_INFINITY
      near.write(chunk.subarray(0, chunk.length / 2), end)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  proxy.port = (server.address() as AddressInfo).port
  afterAll(() => {
    for (const pair of pairs) for (const socket of pair) socket.destroy()
    server.close()
  })
  return proxy
}
