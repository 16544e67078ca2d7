import { connect, type Socket } from 'node:net'
import { controlAddressOf } from './control-address.ts'
import { isProof, newNonce, proofOf } from './control-proof.ts'
import { readJsonLines, writeJsonLine } from './json-lines.ts'

const timeoutMillis = 5000

interface PendingQuestion {
  resolve(answer: unknown): void
  reject(error: Error): void
}

/** A connection to the control socket of a site. */
export class ControlClient {
  /** Resolves when the connection ends, which happens when the site's process ends. */
  readonly closed: Promise<void>
  readonly #socket: Socket
  readonly #pending = new Map<number, PendingQuestion>()
  #last = 0

  constructor(socket: Socket) {
    this.#socket = socket
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        for (const { reject } of this.#pending.values()) reject(new Error('The site has ended.'))
        this.#pending.clear()
        resolve()
      })
    })
  }

  /** @throws Error when the site ends, refuses, or doesn't answer within `millis` */
  async ask<T>(question: string, data?: unknown, millis = timeoutMillis): Promise<T> {
    const id = ++this.#last
    const timer = setTimeout(() => this.#settle(id)?.reject(new Error('The site does not answer.')), millis)
    try {
      return await new Promise<T>((resolve, reject) => {
        if (this.#socket.destroyed) return reject(new Error('The site has ended.'))
        this.#pending.set(id, { resolve: resolve as PendingQuestion['resolve'], reject })
        writeJsonLine(this.#socket, { id, ask: question, ...(data === undefined ? {} : { data }) })
      })
    } finally {
      clearTimeout(timer)
    }
  }

  /** Settles the question that a message answers. */
  take(message: Record<string, unknown>): void {
    const waiting = this.#settle(Number(message.id))
    if (typeof message.error === 'string') waiting?.reject(new Error(message.error))
    else waiting?.resolve(message.answer)
  }

  end(): void {
    this.#socket.destroy()
  }

  #settle(id: number): PendingQuestion | undefined {
    const waiting = this.#pending.get(id)
    this.#pending.delete(id)
    return waiting
  }
}

/**
 * Connects to the site in `dir`; undefined when nothing listens there, or when the listener doesn't know the secret or
 * doesn't answer within `millis`.
 */
export function connectControl(
  dir: string,
  secret: string,
  millis = timeoutMillis,
): Promise<ControlClient | undefined> {
  const address = controlAddressOf(dir)
  if (!address) return Promise.resolve(undefined)
  const socket = connect(address)
  socket.unref()
  const client = new ControlClient(socket)
  const nonce = newNonce()
  let step: 'nonce' | 'proof' | 'open' = 'nonce'
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), millis)
    socket.on('error', () => undefined)
    void client.closed.then(() => {
      clearTimeout(timer)
      resolve(undefined)
    })
    const take = (message: Record<string, unknown>) => {
      if (step === 'open') return client.take(message)
      if (step === 'nonce' && typeof message.nonce === 'string') {
        step = 'proof'
        return writeJsonLine(socket, { proof: proofOf(secret, 'asks', message.nonce), nonce })
      }
      if (!isProof(secret, 'answers', nonce, message.proof)) return void socket.destroy()
      step = 'open'
      clearTimeout(timer)
      resolve(client)
    }
    readJsonLines(socket, take, () => step === 'open')
  })
}
