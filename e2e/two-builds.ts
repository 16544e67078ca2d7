import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in front of a site that serves one of two builds, which differ in the name of the page's first script. */
export interface TwoBuilds {
  url: string
  /** Serves the newer build from now on, or the older one again; the other one's first script is gone. */
  serve(build: 'older' | 'newer'): void
  /** Answers nothing from now on, as a server that hangs, or again. */
  hang(isHanging: boolean): void
  stop(): Promise<void>
}

const entry = /index-[\w-]{8}\.js/g

export async function startTwoBuilds(site: string): Promise<TwoBuilds> {
  let isNewer = false
  let isHanging = false
  const hanging = new Set<ServerResponse>()
  const server = createServer((asked, answer) => {
    if (isHanging) return void hanging.add(answer)
    const path = asked.url ?? '/'
    const isEntry = path.startsWith('/assets/index-') && path.endsWith('.js')
    if (isEntry && path.includes('-newer0') !== isNewer) return void answer.writeHead(404).end()
    void pass(site, asked, answer, isEntry)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  let olderName = ''

  async function pass(target: string, asked: IncomingMessage, answer: ServerResponse, isEntry: boolean) {
    const path = isEntry ? `/assets/${olderName}` : (asked.url ?? '/')
    const headers = { ...asked.headers }
    // Texts must come as they are, and whole.
    delete headers['accept-encoding']
    delete headers['if-none-match']
    const onward = request(target + path, { method: asked.method ?? 'GET', headers }, (got) => {
      const chunks: Buffer[] = []
      got.on('data', (chunk: Buffer) => chunks.push(chunk))
      got.on('end', () => {
        const body = Buffer.concat(chunks)
        const isRenamed = path === '/sw.js' || String(got.headers['content-type']).startsWith('text/html')
        const { 'content-length': _length, ...kept } = got.headers
        answer.writeHead(got.statusCode ?? 502, kept)
        answer.end(isRenamed ? rename(body.toString()) : body)
      })
    })
    onward.on('error', () => answer.destroy())
    asked.pipe(onward)
  }

  function rename(text: string): string {
    olderName = text.match(entry)?.[0] ?? olderName
    return isNewer ? text.replaceAll(entry, 'index-newer0.js').replace(/id:`/, 'id:`n') : text
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve: (build) => (isNewer = build === 'newer'),
    hang(next) {
      isHanging = next
      // A browser has a few connections only, and would wait for these.
      for (const answer of hanging) answer.destroy()
      hanging.clear()
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
