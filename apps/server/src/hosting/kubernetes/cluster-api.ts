import type { IncomingMessage } from 'node:http'
import { request as overHttps, type RequestOptions } from 'node:https'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { nodeHttp } from '../../ground/node-http.ts'
import type { ClusterSpec } from '../driver.ts'
import { away, refusal } from './cluster-faults.ts'
import { readKubeconfig, unreadable } from './kubeconfig.ts'
import { fieldManager } from './names.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

interface Call {
  query?: Record<string, string | number | boolean | undefined>
  headers?: Record<string, string>
  body?: unknown
  type?: string
  /** Milliseconds. */
  timeout?: number
}

interface StreamedCall extends Pick<Call, 'query' | 'headers'> {
  /** The body; with it the call is a PUT. */
  content?: Readable
  signal?: AbortSignal | undefined
}

interface Reply {
  status: number
  bytes: Buffer
}

const defaultTimeout = 10_000
/** Maximum silence of a call whose bytes are streamed. Milliseconds. */
const idleTimeout = 120_000
/** Maximum size of an answer. */
const maxAnswerBytes = 32_000_000
/** For each call that writes: a field that the cluster doesn't know is our mistake, so the cluster must refuse it. */
const strictly = { fieldValidation: 'Strict', fieldManager }

/** Calls a cluster's API with a kubeconfig. The client package is large, so only an HQ with a cluster loads it. */
export class ClusterApi {
  readonly #server: string
  /** Headers and TLS options that the client made of the kubeconfig; they never change. */
  readonly #proof: Record<string, string>
  readonly #transport: RequestOptions
  readonly #closing: AbortSignal

  private constructor(server: string, { headers, ...transport }: RequestOptions, closing: AbortSignal) {
    this.#server = server
    this.#closing = closing
    this.#proof = Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name, String(value)]))
    this.#transport = transport
  }

  /** `closing` aborts every call and prevents new ones. @throws HostingFault when the kubeconfig can't be used */
  static async open(cluster: ClusterSpec, closing: AbortSignal): Promise<ClusterApi> {
    const config = readKubeconfig(await import('@kubernetes/client-node'), cluster)
    const signed: RequestOptions = {}
    try {
      await config.applyToHTTPSOptions(signed)
      for (const [name, value] of Object.entries(signed.headers ?? {}))
        nodeHttp.validateHeaderValue(name, String(value))
    } catch {
      // For example an invalid certificate or token; the error may quote parts of it.
      throw unreadable()
    }
    return new ClusterApi(config.getCurrentCluster()?.server ?? '', signed, closing)
  }

  /** Undefined when the object doesn't exist. @throws HostingFault */
  async get<T>(path: string, query: Call['query'] = {}): Promise<T | undefined> {
    const reply = await this.#send('GET', path, { query })
    return reply.status === 404 ? undefined : (parse(this.#require(path, reply).bytes) as T)
  }

  /** Items of a list; empty when the namespace doesn't exist. @throws HostingFault */
  async list<T>(path: string, labelSelector: string): Promise<T[]> {
    return (await this.get<{ items: T[] }>(path, { labelSelector }))?.items ?? []
  }

  /** Creates or updates an object; keeps fields that other managers own. @throws HostingFault */
  async apply(path: string, body: object): Promise<void> {
    this.#require(
      path,
      await this.#send('PATCH', path, {
        body,
        type: 'application/apply-patch+yaml',
        query: { ...strictly, force: true },
      }),
    )
  }

  /** Sets single fields; `null` removes one. False when the object doesn't exist. @throws HostingFault */
  async merge(path: string, body: object): Promise<boolean> {
    const type = 'application/merge-patch+json'
    const reply = await this.#send('PATCH', path, { body, type, query: strictly })
    return reply.status !== 404 && this.#require(path, reply).status < 300
  }

  /** @throws HostingFault */
  async create<T>(path: string, body: object): Promise<T> {
    return parse(this.#require(path, await this.#send('POST', path, { body, query: strictly })).bytes) as T
  }

  /** Does nothing when the object doesn't exist. @throws HostingFault */
  async remove(path: string, options: { gracePeriodSeconds?: number } = {}): Promise<void> {
    const body = { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background', ...options }
    const reply = await this.#send('DELETE', path, { body })
    if (reply.status !== 404) this.#require(path, reply)
  }

  /**
   * Resolves with any answer, whatever its status; with a body the call is a POST.
   * @throws HostingFault of kind `away` without an answer
   */
  ask(path: string, call: Pick<Call, 'query' | 'headers' | 'timeout' | 'body'> = {}): Promise<Reply> {
    return this.#send(call.body === undefined ? 'GET' : 'POST', path, call)
  }

  /**
   * Sends or reads bytes as they come; resolves once the answer begins, whatever its status. The caller reads it to its end
   * or destroys it.
   * @throws HostingFault of kind `away` without an answer
   */
  stream(path: string, { query, headers = {}, content, signal }: StreamedCall): Promise<IncomingMessage> {
    const url = this.#urlOf(path, query)
    const begin = url.protocol === 'https:' ? overHttps : nodeHttp.request
    const signals = [this.#closing, ...(signal ? [signal] : [])]
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) => reject(away(error))
      const call = begin(url, {
        ...this.#transport,
        method: content ? 'PUT' : 'GET',
        headers: { accept: '*/*', ...headers, ...this.#proof },
        signal: AbortSignal.any(signals),
      })
      call.setTimeout(idleTimeout, () => call.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' })))
      call.on('response', resolve)
      call.on('error', fail)
      if (content) pipeline(content, call).catch(fail)
      else call.end()
    })
  }

  #require(path: string, reply: Reply): Reply {
    if (reply.status >= 200 && reply.status < 300) return reply
    throw refusal(reply.status, reply.bytes.toString('utf8'), path.includes('/secrets/'))
  }

  #urlOf(path: string, query: Call['query'] = {}): URL {
    const url = new URL(`${this.#server}${path}`)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    return url
  }

  /** Follows no redirect: a site that is asked through this must not send HQ and its rights elsewhere. */
  #send(
    method: Method,
    path: string,
    { query, headers = {}, body, type, timeout = defaultTimeout }: Call,
  ): Promise<Reply> {
    const url = this.#urlOf(path, query)
    const text = body === undefined ? undefined : JSON.stringify(body)
    const sent = {
      accept: 'application/json, */*;q=0.8',
      ...headers,
      ...(text === undefined
        ? {}
        : { 'content-type': type ?? 'application/json', 'content-length': Buffer.byteLength(text) }),
      ...this.#proof,
    }
    const begin = url.protocol === 'https:' ? overHttps : nodeHttp.request
    return new Promise((resolve, reject) => {
      const options = {
        ...this.#transport,
        method,
        headers: sent,
        signal: AbortSignal.any([AbortSignal.timeout(timeout), this.#closing]),
      }
      const call = begin(url, options, (answer) => {
        const parts: Buffer[] = []
        let size = 0
        answer.on('data', (part: Buffer) => {
          parts.push(part)
          size += part.length
          if (size > maxAnswerBytes) answer.destroy(new Error('too long'))
        })
        answer.on('error', (error) => reject(away(error)))
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, bytes: Buffer.concat(parts) }))
      })
      call.on('error', (error) => reject(away(error)))
      call.end(text)
    })
  }
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch (error) {
    throw away(error)
  }
}
