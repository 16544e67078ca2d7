import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import { counterDigits, counterMark, type LoadAnswer, type LoadTask } from './load.ts'

// A load client that does as little as HTTP/1.1 allows, so that the client is never the bottleneck: raw sockets, kept
// alive, one request at a time on each, answers delimited by Content-Length alone.

interface LoadRun {
  task: LoadTask
  until: number
  sent: number
  latencies: number[]
  failures: number
  firstFailure: string
}

let counter = 0

parentPort?.on('message', async (task: LoadTask) => {
  const run: LoadRun = { task, until: Number.POSITIVE_INFINITY, sent: 0, latencies: [], failures: 0, firstFailure: '' }
  const clients = await Promise.all(Array.from({ length: task.connections }, () => openClient(run)))
  const before = performance.eventLoopUtilization()
  const began = performance.now()
  run.until = began + task.seconds * 1000
  await Promise.all(clients.map((drive) => drive()))
  const seconds = (performance.now() - began) / 1000
  const busy = performance.eventLoopUtilization(before).utilization
  const sorted = Float64Array.from(run.latencies).sort()
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  const { failures, firstFailure } = run
  const perSecond = sorted.length / seconds
  parentPort?.postMessage({ perSecond, p50: at(0.5), p99: at(0.99), busy, failures, firstFailure } satisfies LoadAnswer)
})

/** Connects; the returned function sends one request after another until the time is up. */
function openClient(run: LoadRun): Promise<() => Promise<void>> {
  return new Promise((resolve, reject) => {
    let missing = -1
    let sentAt = 0
    let head = ''
    let finish: () => void = () => {}
    const buffer = Buffer.allocUnsafe(65_536)

    const socket: Socket = connect({
      port: run.task.port,
      host: '127.0.0.1',
      noDelay: true,
      onread: {
        buffer,
        callback(length) {
          receive(length)
          return true
        },
      },
    })
    socket.once('error', reject)
    socket.once('connect', () =>
      resolve(
        () =>
          new Promise((done) => {
            finish = done
            send()
          }),
      ),
    )

    function send(): void {
      sentAt = performance.now()
      socket.write(nextRequest(run), 'latin1')
    }

    function receive(length: number): void {
      let inBody = length
      if (missing < 0) {
        head += buffer.toString('latin1', 0, Math.min(length, 4096))
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        const before = head.length - Math.min(length, 4096)
        inBody = length - (end + 4 - before)
        missing = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      }
      missing -= inBody
      if (missing > 0) return
      const now = performance.now()
      run.latencies.push(now - sentAt)
      if (!head.startsWith('HTTP/1.1 200')) {
        run.failures++
        run.firstFailure ||= head.slice(0, 2000)
      }
      head = ''
      missing = -1
      if (now < run.until) {
        if (run.task.pause) setTimeout(send, run.task.pause)
        else send()
      } else {
        socket.destroy()
        finish()
      }
    }
  })
}

function nextRequest(run: LoadRun): string {
  const { requests } = run.task
  const request = requests[run.sent++ % requests.length] as string
  if (!request.includes(counterMark)) return request
  counter = (counter + 1) % 10 ** counterDigits
  return request.replaceAll(counterMark, String(counter).padStart(counterDigits, '0'))
}
