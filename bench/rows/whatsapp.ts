import { createHmac } from 'node:crypto'
import { rmSync } from 'node:fs'
import { temporaryFolder } from '../data.ts'
import type { Row } from '../measure.ts'
import { cpuOf, type RunningSite, signIn, startSite } from '../site.ts'

const events = 1000
/** Concurrent calls of the provider. */
const connections = 20
const watchers = 20
const secret = 'known to the bench'

/** A thousand signed events, from the first call to the last stored, while people follow the lists that they change. */
export async function* whatsappEvents(): AsyncGenerator<Row> {
  const dir = temporaryFolder()
  const site = await startSite(dir, { sample: true })
  const sockets: WebSocket[] = []
  try {
    const cookie = await signIn(site)
    await ask(site, cookie, 'PUT', 'Whatsapp Webhook', { id: 'Sandbox', app_secret: secret })
    const reads = { count: 0 }
    for (let n = 0; n < watchers; n++) sockets.push(await watch(site, cookie, reads, n))
    const before = cpuOf(site.pid)
    const started = performance.now()
    const answered = await postAll(site)
    await stored(site, cookie)
    const each = (cpuOf(site.pid) - before) / 1000 / events
    yield {
      name: `${events.toLocaleString('en')} WhatsApp events stored`,
      value: (performance.now() - started) / 1000,
      unit: 's',
      target: { of: 'value', most: 5 },
      note: `answered after ${(answered / 1000).toFixed(1)} s; ${watchers} live lists read ${reads.count} pages; CPU ${each.toFixed(1)} ms each`,
    }
  } finally {
    for (const socket of sockets) socket.close()
    await site.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function postAll({ port }: RunningSite): Promise<number> {
  const started = performance.now()
  const url = `http://127.0.0.1:${port}/api/hooks/whatsapp/Sandbox`
  let next = 0
  const post = async () => {
    for (let n = next++; n < events; n = next++) {
      const body = eventOf(n)
      const signature = createHmac('sha256', secret).update(body).digest('hex')
      const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
      const answer = await fetch(url, { method: 'POST', body, headers })
      if (answer.status !== 200) throw new Error(`A call was answered with ${answer.status}`)
      await answer.text()
    }
  }
  await Promise.all(Array.from({ length: connections }, post))
  return performance.now() - started
}

/** A text of one of 300 people, among them the contacts of the demo data. */
function eventOf(number: number): string {
  const from = `9725${number % 5}555${String(1000 + (number % 300)).padStart(4, '0')}`
  const text = { body: `Hello, this is message ${number}: is the cake for Friday ready?` }
  const message = { from, id: `wamid.bench.${number}`, timestamp: '1767600000', type: 'text', text }
  const value = {
    messaging_product: 'whatsapp',
    metadata: {},
    contacts: [{ wa_id: from, profile: { name: 'Noa' } }],
    messages: [message],
  }
  return JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] })
}

/** A client that shows a list and reads it again on each change, at most every 300 ms. */
async function watch(site: RunningSite, cookie: string, reads: { count: number }, number: number): Promise<WebSocket> {
  const entity = number % 2 === 0 ? 'Contact' : 'Communication'
  // Node takes headers in the argument where a browser takes protocols.
  const headers: unknown = { headers: { cookie } }
  const url = `ws://127.0.0.1:${site.port}/socket.io/?EIO=4&transport=websocket`
  const socket = new WebSocket(url, headers as string[])
  const joined = Promise.withResolvers<void>()
  let isWaiting = false
  socket.addEventListener('error', () => joined.reject(new Error('A watcher could not connect')))
  // The parts of the Socket.IO protocol that this needs: hello, namespace, ping, the join and its answer, events.
  socket.addEventListener('message', ({ data }: { data: unknown }) => {
    const text = String(data)
    if (text.startsWith('0')) socket.send('40')
    else if (text.startsWith('40')) socket.send(`420${JSON.stringify(['list_update', { entity }])}`)
    else if (text === '2') socket.send('3')
    else if (text.startsWith('430')) joined.resolve()
    else if (text.startsWith('42["list_update"') && !isWaiting) {
      isWaiting = true
      setTimeout(() => {
        isWaiting = false
        reads.count++
        void ask(site, cookie, 'GET', `${entity}?limit_page_length=20`).catch(() => undefined)
      }, 300)
    }
  })
  await joined.promise
  return socket
}

async function stored(site: RunningSite, cookie: string): Promise<void> {
  const filters = encodeURIComponent(JSON.stringify({ type: 'Incoming' }))
  for (;;) {
    const { count } = await ask(
      site,
      cookie,
      'GET',
      `Whatsapp Message?filters=${filters}&fields=["id"]&limit_page_length=1`,
    )
    if (count === events) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function ask({ port }: RunningSite, cookie: string, method: string, path: string, body?: object) {
  const answer = await fetch(`http://127.0.0.1:${port}/api/entity/${path.replace(' ', '%20')}`, {
    method,
    headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}`)
  return (await answer.json()) as { count: number }
}
