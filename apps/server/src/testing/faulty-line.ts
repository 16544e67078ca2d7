import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server on loopback that can break or fall silent. */
export interface FaultyLine {
  port: number
  /** Bytes received from the server. */
  received: number
  /** Text received from the client. */
  said: string
  /** Number of open connections. */
  readonly open: number
  /** Breaks the connection after `bytes` more bytes from the server. */
  cutAfter(bytes: number): void
  /**
   * Breaks the connection on which the client next sends `text`: before the server receives it, or after, so that only
   * the answer is lost.
   */
  cutAt(text: string, when: 'before' | 'after'): void
  /** From now on nothing passes in either direction, and neither side is told. */
  freeze(): void
  /** New connections pass again; frozen ones stay frozen. */
  thaw(): void
  /** Breaks all connections and accepts no more. */
  close(): void
}

/** Opens a line to `target`: a port, or the path of a socket. */
export async function openLine(target: number | string): Promise<FaultyLine> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let left = Number.POSITIVE_INFINITY
  let isFrozen = false
  let cut: { text: string; when: 'before' | 'after' } | undefined
  const line: FaultyLine = {
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
    close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy()
      server.close()
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
      line.said += said
      const isCut = cut !== undefined && said.includes(cut.text)
      if (!isCut) return void far.write(chunk)
      // The server closes its side itself after the text has arrived.
      if (cut?.when === 'after') far.removeListener('close', end).end(chunk)
      cut = undefined
      end()
    })
    far.on('data', (chunk: Buffer) => {
      line.received += chunk.length
      left -= chunk.length
      if (left > 0) return void near.write(chunk)
      left = Number.POSITIVE_INFINITY
      near.write(chunk.subarray(0, chunk.length / 2), end)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  line.port = (server.address() as AddressInfo).port
  return line
}
