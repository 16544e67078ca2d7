import { globSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ClusterSpec } from '../driver.ts'
import { ClusterApi } from './cluster-api.ts'

let answer: RequestListener
let asked: string[]
let api: ClusterApi
let closing: AbortController
const server = createServer((call, response) => {
  asked.push(`${call.method} ${call.url}`)
  answer(call, response)
})

beforeEach(async () => {
  asked = []
  closing = new AbortController()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const kubeconfig = JSON.stringify({
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'u', user: { token: 'the-token' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })
  api = await ClusterApi.open({ kubeconfig, apiServer: undefined, allowsInsecure: true } as ClusterSpec, closing.signal)
})

afterEach(() => {
  server.closeAllConnections()
  return new Promise<void>((resolve) => server.close(() => resolve()))
})

test('HQ does not follow a redirect of a site', async () => {
  answer = (_, response) => response.writeHead(302, { location: '/api/v1/namespaces/kube-system/secrets' }).end()
  expect((await api.ask('/proxy/api/health')).status).toBe(302)
  expect(asked).toEqual(['GET /proxy/api/health'])
})

test('an endless answer is cut off', async () => {
  answer = (_, response) => {
    const more = () => response.write(Buffer.alloc(1_000_000)) && setImmediate(more)
    response.on('drain', more).on('error', () => undefined)
    more()
  }
  await expect(api.ask('/logs')).rejects.toMatchObject({ kind: 'away' })
})

test('an HQ that ends waits for no answer and makes no more calls', async () => {
  answer = () => closing.abort()
  await expect(api.ask('/slow')).rejects.toMatchObject({ kind: 'away' })
  await expect(api.ask('/more')).rejects.toMatchObject({ kind: 'away' })
  expect(asked).toEqual(['GET /slow'])
})

test('a refusal quotes the cluster, unless the answer might repeat a secret', async () => {
  const said = (code: number, message: string) => {
    answer = (_, response) => response.writeHead(code).end(JSON.stringify({ kind: 'Status', code, message }))
  }
  const told = async (path: string) => {
    try {
      await api.apply(path, {})
      return undefined
    } catch (error) {
      const { detail, kind } = error as { detail: { text: string; args?: unknown[] }; kind: string }
      return [kind, detail.text, ...(detail.args ?? [])]
    }
  }
  said(403, 'exceeded\n  quota')
  expect(await told('/pods/a')).toEqual(['other', 'The cluster refused: {0}', 'exceeded quota'])
  said(422, 'data: Invalid value: "hunter2"')
  expect(await told('/secrets/a')).toEqual(['other', 'The cluster refused: {0}', 'HTTP 422'])
  said(401, 'Unauthorized')
  expect(await told('/pods/a')).toEqual(['other', 'The cluster does not accept the kubeconfig.'])
  for (const code of [429, 500, 503]) {
    said(code, 'later')
    expect(await told('/pods/a')).toEqual(['away', 'The cluster cannot be reached ({0}).', `HTTP ${code}`])
  }
  answer = (call) => call.socket.destroy()
  expect(await told('/pods/a')).toEqual(['away', 'The cluster cannot be reached ({0}).', 'ECONNRESET'])
})

test('only the use of a cluster loads the large client package', () => {
  const root = path.resolve(import.meta.dirname, '../..')
  const files = globSync('**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'))
  const loading = files.flatMap((file) =>
    readFileSync(path.join(root, file), 'utf8')
      // Imports of types are erased at run time.
      .replace(/^import type [\s\S]*? from .*$/gm, '')
      .replace(/typeof import\(.*\)/g, '')
      .split('\n')
      .filter((line) => line.includes("'@kubernetes/client-node'"))
      .map((line) => `${path.basename(file)}: ${line.trim()}`),
  )
  expect(loading).toEqual([expect.stringMatching(/^cluster-api\.ts: .*await import\('@kubernetes\/client-node'\)/)])
})
