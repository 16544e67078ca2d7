import { connect, type Socket } from 'node:net'
import { performance } from 'node:perf_hooks'
import { parentPort } from 'node:worker_threads'
import type { OpenLoadAnswer, OpenLoadTask } from './open-load.ts'

// An open load: a fixed number of requests a second, whether or not earlier ones have been answered.

/** Interval between sends, in milliseconds. */
const tick = 2

interface LoadRun {
  task: OpenLoadTask
  free: Client[]
  opened: number
  served: number[]
  refused: number[]
  failures: number
  missed: number
}

interface Client {
  send(request: string): void
}

parentPort?.on('message', async (task: OpenLoadTask) => {
  const run: LoadRun = { task, free: [], opened: 0, served: [], refused: [], failures: 0, missed: 0 }
  await Promise.all(Array.from({ length: task.connections }, () => openClient(run)))
  const before = performance.eventLoopUtilization()
  const began = performance.now()
  let sent = 0
  while (performance.now() - began < task.seconds * 1000) {
    const due = Math.floor(((performance.now() - began) / 1000) * task.perSecond)
    for (; sent < due; sent++) {
      const client = run.free.pop()
      if (client) client.send(task.requests[sent % task.requests.length] as string)
      else run.missed++
    }
    await new Promise((resolve) => setTimeout(resolve, tick))
  }
  const seconds = (performance.now() - began) / 1000
  const busy = performance.eventLoopUtilization(before).utilization
  const served = Float64Array.from(run.served).sort()
  const refused = Float64Array.from(run.refused).sort()
  const at = (values: Float64Array, part: number) =>
    values[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0
  parentPort?.postMessage({
    servedPerSecond: served.length / seconds,
    refusedPerSecond: refused.length / seconds,
    servedP99: at(served, 0.99),
    refusedP50: at(refused, 0.5),
    refusedP99: at(refused, 0.99),
    missed: run.missed,
    failures: run.failures,
    busy,
  } satisfies OpenLoadAnswer)
})

function openClient(run: LoadRun): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    let sentAt = 0
    const socket: Socket = connect({ port: run.task.port, host: '127.0.0.1', noDelay: true })
    const client: Client = {
      send(request) {
        sentAt = performance.now()
        socket.write(request, 'latin1')
      },
    }
    socket.setEncoding('latin1')
    socket.once('error', reject)
    socket.once('connect', () => {
      run.free.push(client)
      resolve()
    })
    socket.on('data', (part: string) => {
      text += part
      const end = text.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (text.length < end + 4 + length) return
      const millis = performance.now() - sentAt
      if (text.startsWith('HTTP/1.1 200')) run.served.push(millis)
      else if (text.startsWith('HTTP/1.1 503')) run.refused.push(millis)
      else run.failures++
      text = ''
      run.free.push(client)
    })
  })
}
