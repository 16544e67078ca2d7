import { randomUUIDv7 } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import { counterDigits, counterMark, type LoadAnswer, type LoadTask, operationMark } from './load.ts'

// A load client that does as little as HTTP/1.1 allows, so that the client is never the bottleneck: raw sockets, kept
// alive, one request at a time on each, answers delimited by Content-Length alone.

interface LoadRun {
  task: LoadTask
  until: number
  sent: number
  latencies: number[]
  refused: number
  failures: number
  firstFailure: string
}

let counter = 0

parentPort?.on('message', async (task: LoadTask) => {
  const counts = { sent: 0, refused: 0, failures: 0, firstFailure: '' }
  const run: LoadRun = { task, until: Number.POSITIVE_INFINITY, latencies: [], ...counts }
  const clients = await Promise.all(Array.from({ length: task.connections }, () => openClient(run)))
  const before = performance.eventLoopUtilization()
  const began = performance.now()
  run.until = began + task.seconds * 1000
  await Promise.all(clients.map((drive) => drive()))
  const seconds = (performance.now() - began) / 1000
  const busy = performance.eventLoopUtilization(before).utilization
  const sorted = Float64Array.from(run.latencies).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const { refused, failures, firstFailure } = run
  const count = sorted.length
  const figures = { count, perSecond: count / seconds, p50: at(0.5), p99: at(0.99), busy }
  parentPort?.postMessage({ ...figures, refused, failures, firstFailure } satisfies LoadAnswer)
})

/** Connects; the returned function sends one request after another until the time is up. */
async function openClient(run: LoadRun): Promise<() => Promise<void>> {
  const { promise: done, resolve: finish, reject: fail } = Promise.withResolvers<void>()
  // A fault of the connection ends its requests.
  done.catch(() => {})
  const reader = new AnswerReader(receive)
  let socket = await connectTo(run.task.port, reader, fail)
  let sentAt = 0

  function send(): void {
    const next = nextRequest(run)
    if (next === undefined) {
      end()
      return
    }
    sentAt = performance.now()
    socket.write(next, 'latin1')
  }

  function receive(): void {
    const now = performance.now()
    if (reader.status === 200) run.latencies.push(now - sentAt)
    else if (reader.status === 503) run.refused++
    else {
      run.failures++
      run.firstFailure ||= reader.head.slice(0, 2000)
    }
    // A site that refuses a call closes the connection.
    const goOn = reader.status === 200 ? send : reconnect
    if (now >= run.until) end()
    else if (run.task.pause) setTimeout(goOn, run.task.pause)
    else goOn()
  }

  function reconnect(): void {
    socket.destroy()
    connectTo(run.task.port, reader, fail).then((fresh) => {
      socket = fresh
      send()
    }, fail)
  }

  function end(): void {
    socket.destroy()
    finish()
  }

  return () => {
    send()
    return done
  }
}

function connectTo(port: number, reader: AnswerReader, fail: (error: Error) => void): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const buffer = Buffer.allocUnsafe(65_536)
  const callback = (length: number) => {
    reader.take(buffer, length)
    return true
  }
  const socket: Socket = connect({ port, host: '127.0.0.1', noDelay: true, onread: { buffer, callback } })
  socket.once('connect', () => resolve(socket))
  // An answer that never comes would keep the client waiting for ever.
  socket.once('end', () => fail(new Error('The site closed the connection.')))
  socket.on('error', (error) => {
    reject(error)
    fail(error)
  })
  return promise
}

/** Finds the ends of answers, by Content-Length alone. */
class AnswerReader {
  /** Of the answer that just ended. */
  head = ''
  readonly #onAnswer: () => void
  #coming = ''
  #missing = -1

  constructor(onAnswer: () => void) {
    this.#onAnswer = onAnswer
  }

  get status(): number {
    return Number(this.head.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length))
  }

  take(buffer: Buffer, length: number): void {
    let inBody = length
    if (this.#missing < 0) {
      const before = this.#coming.length
      this.#coming += buffer.toString('latin1', 0, Math.min(length, 4096))
      const end = this.#coming.indexOf('\r\n\r\n')
      if (end < 0) return
      inBody = length - (end + 4 - before)
      this.#missing = Number(/content-length: (\d+)/i.exec(this.#coming)?.[1] ?? 0)
    }
    this.#missing -= inBody
    if (this.#missing > 0) return
    this.head = this.#coming
    this.#coming = ''
    this.#missing = -1
    this.#onAnswer()
  }
}

/** Undefined when each was sent that is sent once. */
function nextRequest(run: LoadRun): string | undefined {
  const { requests, isOnce } = run.task
  if (isOnce && run.sent >= requests.length) return undefined
  const request = (requests[run.sent++ % requests.length] as string).replace(operationMark, () => randomUUIDv7())
  if (!request.includes(counterMark)) return request
  counter = (counter + 1) % 10 ** counterDigits
  return request.replaceAll(counterMark, String(counter).padStart(counterDigits, '0'))
}
