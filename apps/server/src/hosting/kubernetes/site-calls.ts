import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { SitePlace } from '../driver.ts'
import type { ClusterApi } from './cluster-api.ts'
import { away, faultIn, refusal } from './cluster-faults.ts'
import { namespaceOf, paths } from './names.ts'

/** Maximum wait for an answer of the health call, in milliseconds. */
const healthTimeout = 5000

type Query = Record<string, string | number | undefined>

export interface HealthAnswer {
  status: string
  ready: boolean
  site: string
  version: string
}

/** Calls to a project's site through its Service. */
export class SiteCalls {
  readonly #api: ClusterApi
  readonly #place: SitePlace

  constructor(api: ClusterApi, place: SitePlace) {
    this.#api = api
    this.#place = place
  }

  /** Undefined unless this very site answers, ready or not. @throws HostingFault when the cluster doesn't answer */
  async health(): Promise<HealthAnswer | undefined> {
    const { bytes } = await this.#api.ask(this.#path('/api/health'), { timeout: healthTimeout, headers: this.#proof })
    const answer = read(bytes) as Partial<HealthAnswer> | null | undefined
    return answer?.site === this.#place.id ? (answer as HealthAnswer) : undefined
  }

  /**
   * Answer to one of the site's internal calls (reference: hosting, Project data); undefined for 404.
   * @throws HostingFault when the site doesn't answer
   */
  async internal<T>(name: 'info' | 'facts' | 'failed_messages' | 'logs', query: Query = {}): Promise<T | undefined> {
    const { status, bytes } = await this.#api.ask(this.#path(`/api/internal/${name}`), { query, headers: this.#proof })
    if (status === 404) return undefined
    if (status !== 200) throw refusal(status, bytes.toString('utf8'), true)
    const answer = read(bytes)
    if (typeof answer !== 'object' || answer === null) throw away(new Error('no JSON'))
    return answer as T
  }

  /** In a header of its own, because the cluster's proxy doesn't forward `Authorization`. */
  get #proof() {
    return { 'x-hq-authorization': `Bearer ${this.#place.instanceSecret}` }
  }

  /** Makes one of the site's internal calls that change something. @throws HostingFault unless the site answers 200 */
  async tell(
    name: 'end_hq_sessions' | 'reset_password' | 'definitions' | 'backup' | 'restore' | 'records',
    body: object,
    timeout?: number,
  ): Promise<unknown> {
    const call = { headers: this.#proof, body, ...(timeout !== undefined && { timeout }) }
    const { status, bytes } = await this.#api.ask(this.#path(`/api/internal/${name}`), call)
    if (status !== 200) throw faultIn(bytes.toString('utf8')) ?? refusal(status, bytes.toString('utf8'), true)
    return read(bytes)
  }

  /**
   * Reads a part of a copy, or sends `content` to be one; the path of a part may hold any characters.
   * @throws HostingFault of kind `away` without an answer
   */
  part(
    name: 'backup' | 'restore' | 'records',
    path: string,
    call: { id: string; headers?: Record<string, string>; content?: Readable; signal?: AbortSignal | undefined },
  ): Promise<IncomingMessage> {
    const { id, headers, ...more } = call
    const encoded = path.split('/').map(encodeURIComponent).join('/')
    return this.#api.stream(this.#path(`/api/internal/${name}/${encoded}`), {
      ...more,
      query: { id },
      headers: { ...headers, ...this.#proof },
    })
  }

  #path(path: string): string {
    return `${paths.proxy(namespaceOf(this.#place))}${path}`
  }
}

function read(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    return undefined
  }
}
