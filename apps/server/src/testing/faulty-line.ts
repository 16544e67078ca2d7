import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A line to a server on loopback that can break or fall silent. */
export interface FaultyLine {
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
  /** Breaks what is open, and takes no more. */
  close(): void
}

/** `target` is a port, or the path of a socket. */
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
      // The server ends by itself what it has heard of.
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
