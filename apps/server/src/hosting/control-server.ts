import { chmodSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { forgetPort, newControlAddress, notePort } from './control-address.ts'
import { isProof, newNonce, proofOf } from './control-proof.ts'
import { readJsonLines, writeJsonLine } from './json-lines.ts'

/** The questions that the control socket answers, by name. */
export type ControlAnswers = Readonly<Record<string, (data: unknown, caller: ControlCaller) => unknown>>

/** The connection that a question came by. */
export interface ControlCaller {
  /** Runs once the connection is over, which it is when the caller's process ends. */
  whenGone(work: () => void): void
}

export interface ControlServer {
  /** Closes every connection, which tells every watcher that the process is over. */
  close(): Promise<void>
}

/** Time that a client gets to prove that it knows the secret, in milliseconds. */
const proofTimeout = 2000
const maxConnections = 16

/**
 * Opens the control socket of the site in `dir` (reference: hosting, Control socket). After a proof of the instance
 * secret, it takes a line of JSON for each question and answers with one. The caller must hold the data lock.
 */
export async function openControl(dir: string, secret: string, answers: ControlAnswers): Promise<ControlServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.unref()
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, secret, answers)
  })
  server.maxConnections = maxConnections
  const address = newControlAddress(dir)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, resolve)
  })
  server.unref()
  if ('path' in address) chmodSync(address.path, 0o600)
  else notePort(dir, (server.address() as AddressInfo).port)
  return {
    close() {
      if (!('path' in address)) forgetPort(dir)
      return new Promise((resolve) => {
        server.close(() => resolve())
        // The last answers still have to leave.
        for (const socket of sockets) socket.destroySoon()
      })
    },
  }
}

function serve(socket: Socket, secret: string, answers: ControlAnswers): void {
  const nonce = newNonce()
  let isProven = false
  const timer = setTimeout(() => socket.destroy(), proofTimeout).unref()
  writeJsonLine(socket, { nonce })
  const take = (message: Record<string, unknown>) => {
    if (isProven) return void answer(socket, answers, message)
    isProven = isProof(secret, 'asks', nonce, message.proof)
    clearTimeout(timer)
    if (isProven) writeJsonLine(socket, { proof: proofOf(secret, 'answers', String(message.nonce)) })
    else socket.destroy()
  }
  readJsonLines(socket, take, () => isProven)
}

async function answer(socket: Socket, answers: ControlAnswers, message: Record<string, unknown>): Promise<void> {
  const { id, ask, data } = message
  try {
    const known = typeof ask === 'string' && Object.hasOwn(answers, ask) ? answers[ask] : undefined
    if (!known) throw new Error('unknown question')
    writeJsonLine(socket, {
      id,
      answer: (await known(data, { whenGone: (work) => void socket.once('close', work) })) ?? null,
    })
  } catch (error) {
    writeJsonLine(socket, { id, error: error instanceof Error ? error.message : String(error) })
  }
}
