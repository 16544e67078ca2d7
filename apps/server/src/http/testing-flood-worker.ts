import { Agent, request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

export interface FloodTask {
  port: number
  cookie: string
  headers: Record<string, string>
}

export interface FloodAnswer {
  status: number
  headers: Record<string, unknown>
  text: string
}

// Sends more calls at once than any site answers in time, until one is refused. Runs in a thread of its own, so that only
// the site's own work delays the site.

const together = 400
const agent = new Agent({ keepAlive: true, maxSockets: together })
const { port, cookie, headers } = workerData as FloodTask
let refused: FloodAnswer | undefined
let health: Promise<FloodAnswer> | undefined
let calls = 0

await Promise.all(Array.from({ length: together }, ask))
agent.destroy()
parentPort?.postMessage({ refused, health: await health, calls })

async function ask(): Promise<void> {
  while (!refused && calls < 100_000) {
    // Each call differs, so that no cached page answers it.
    const filters = encodeURIComponent(JSON.stringify({ points: ['>', -++calls] }))
    const answer = await get(`/api/entity/Task?limit_page_length=500&fields=["*"]&filters=${filters}`, agent)
    if (answer.status !== 503) continue
    refused ??= answer
    health ??= get('/api/health', false)
  }
}

function get(path: string, through: Agent | false): Promise<FloodAnswer> {
  return new Promise((resolve, reject) => {
    const options = { port, host: '127.0.0.1', path, agent: through, headers: { cookie, ...headers } }
    const call = request(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    call.on('error', reject).end()
  })
}
