import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { neededRights } from './cluster-check.ts'
import { Refusal } from './testing-patch.ts'
import type { AnyObject } from './testing-schema.ts'

export interface Call {
  method: string
  path: string
  query: URLSearchParams
  type: string
  body: AnyObject
}

/** Matches namespace, resource, name and subresource of an address. */
const address =
  /^\/(?:api|apis\/[^/]+)\/v1(?:\/namespaces\/([^/]+)(?=\/[a-z]+))?\/([a-z]+)(?:\/([^/]+)(?:\/(proxy|log|scale)\b(.*))?)?$/
const verbs: Record<string, string> = { POST: 'create', PUT: 'update', PATCH: 'patch', DELETE: 'delete' }
const rights = new Set(neededRights.flatMap(({ resource, verbs: of }) => of.map((verb) => `${verb} ${resource}`)))

/** HTTP side of the tests' cluster: a port on loopback, one token, and only the rights that HQ says it needs. */
export abstract class TestApi {
  readonly token = `token-${crypto.randomUUID()}`
  /** Rights that the kubeconfig lacks: verb and resource. */
  readonly denied = new Set<string>()
  /** Returns after how many bytes of an answer of a site the line breaks, and whether it breaks while a body is sent. */
  cutOff: ((path: string) => number | undefined) | undefined
  cutOffSent: ((path: string) => boolean) | undefined
  /** Returns whether a call to a site waits for as long as its caller does. */
  held: ((path: string) => boolean) | undefined
  readonly #server: Server
  #port = 0

  constructor() {
    this.#server = createServer((incoming, answer) => void this.#take(incoming, answer))
  }

  /** Answers a call with a valid token and right. @throws Refusal */
  protected abstract serve(call: Call): unknown

  /** Port of a ready pod behind a service. @throws Refusal */
  protected abstract endpoint(namespace: string, service: string, port: string): number

  /** Listens, at the same port as before. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.address() as { port: number }).port
  }

  /** Closes the API; the pods run on. */
  async goAway(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await closed
  }

  kubeconfig(token = this.token): string {
    return `apiVersion: v1
kind: Config
clusters:
- name: tests
  cluster: { server: 'http://127.0.0.1:${this.#port}', insecure-skip-tls-verify: true }
users:
- name: hq
  user: { token: '${token}' }
contexts:
- name: tests
  context: { cluster: tests, user: hq }
current-context: tests
`
  }

  async #take(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown) => {
      const isText = Buffer.isBuffer(body)
      answer.writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json' })
      answer.end(isText ? body : JSON.stringify(body))
    }
    try {
      if (incoming.headers.authorization !== `Bearer ${this.token}`) {
        throw new Refusal(401, 'Unauthorized', 'Unauthorized')
      }
      const { pathname: path, searchParams: query } = new URL(incoming.url ?? '/', 'http://cluster')
      const method = incoming.method ?? 'GET'
      const [, namespace = '', resource, name, subresource, rest = ''] = address.exec(path) ?? []
      if (resource !== undefined) this.#requireRight(method, resource, name, subresource)
      if (subresource === 'proxy') {
        const [service = '', port = ''] = (name ?? '').split(':')
        const target = this.endpoint(namespace, service, port)
        return await this.#forward(incoming, answer, { port: target, path: query.size > 0 ? `${rest}?${query}` : rest })
      }
      const text = await textOf(incoming)
      const body = text === '' ? {} : (JSON.parse(text) as AnyObject)
      const type = incoming.headers['content-type'] ?? ''
      send(method === 'POST' ? 201 : 200, this.serve({ method, path, query, type, body }))
    } catch (error) {
      const { code, reason, message } = error instanceof Refusal ? error : fault(error)
      send(code, { kind: 'Status', apiVersion: 'v1', status: 'Failure', message, reason, code })
    }
  }

  /** Passes the bytes on as they come. Like the real proxy, it doesn't forward the credentials for the API. */
  #forward(incoming: IncomingMessage, answer: ServerResponse, to: { port: number; path: string }): Promise<void> {
    if (this.held?.(to.path)) return new Promise((resolve) => answer.on('close', resolve))
    const { authorization: _, host: __, ...headers } = incoming.headers
    return new Promise((resolve, reject) => {
      const call = request({ ...to, host: '127.0.0.1', method: incoming.method, headers, agent: false }, (passed) => {
        answer.writeHead(passed.statusCode ?? 0, passed.headers)
        const limit = this.cutOff?.(to.path) ?? Number.POSITIVE_INFINITY
        let sent = 0
        passed.on('data', (part: Buffer) => {
          sent += part.length
          if (sent > limit) answer.destroy()
        })
        passed.pipe(answer).on('close', resolve)
        passed.on('error', () => answer.destroy())
      })
      call.on('error', () => {
        if (!answer.headersSent) return reject(new Refusal(503, 'ServiceUnavailable', 'error trying to reach service'))
        answer.destroy()
        resolve()
      })
      incoming.on('error', () => call.destroy())
      incoming.pipe(call)
      if (this.cutOffSent?.(to.path)) incoming.once('data', () => incoming.destroy())
    })
  }

  #requireRight(method: string, resource: string, name: string | undefined, subresource: string | undefined): void {
    // Every user may ask for their own rights.
    if (resource === 'selfsubjectaccessreviews') return
    const verb = verbs[method] ?? (name === undefined ? 'list' : 'get')
    const right = `${verb} ${resource}${subresource === undefined ? '' : `/${subresource}`}`
    if (!rights.has(right) || this.denied.has(right)) {
      throw new Refusal(403, 'Forbidden', `User "hq" cannot ${right} at the cluster scope`)
    }
  }
}

const fault = (error: unknown) => ({ code: 500, reason: 'InternalError', message: String((error as Error).stack) })

async function textOf(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of incoming) parts.push(part as Buffer)
  return Buffer.concat(parts).toString('utf8')
}
