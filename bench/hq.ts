import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RunningSite, signIn, startSite } from './site.ts'

/** Ports of the bench's projects. */
const portRange = { port_range_start: 24_000, port_range_end: 24_999 }
const patience = 120_000

/** HQ in a process of its own, with its operator's calls. */
export class BenchHq {
  readonly dir: string
  #site: RunningSite | undefined
  #cookie = ''

  constructor(dir: string) {
    this.dir = dir
  }

  /** Resolves to the time until `Ready`, in milliseconds. */
  async start(): Promise<number> {
    const isFirst = !existsSync(this.dir)
    const site = await startSite(this.dir, { hq: true })
    this.#site = site
    this.#cookie = await signIn(site)
    if (isFirst) await this.call('PUT', '/api/entity/Server/main', { ...portRange, max_projects: 1000 })
    return site.readyAfter
  }

  /** @throws Error before the start */
  get site(): RunningSite {
    if (!this.#site) throw new Error('HQ is not running')
    return this.#site
  }

  async stop(): Promise<void> {
    await this.#site?.stop()
  }

  async kill(): Promise<void> {
    await this.#site?.kill()
  }

  /** @throws Error with HQ's answer when it refuses */
  async call<T>(method: string, address: string, body?: object): Promise<T> {
    const response = await fetch(`http://127.0.0.1:${this.#site?.port}${address}`, {
      method,
      headers: { cookie: this.#cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${address}: ${text}`)
    return JSON.parse(text) as T
  }

  async create(id: string, more: object = {}): Promise<void> {
    await this.call('POST', '/api/entity/Project', { id, project_name: id, server: 'main', ...more })
  }

  async status(id: string): Promise<string> {
    const { entity } = await this.call<{ entity: { status: string } }>('GET', `/api/entity/Project/${id}`)
    return entity.status
  }

  /** Waits until the project runs, in another process than `notIn`. @throws Error when it fails */
  async untilRunning(id: string, notIn?: number): Promise<void> {
    for (const end = Date.now() + patience; ; await wait(5)) {
      const status = await this.status(id)
      if (status === 'Running' && this.pidOf(id) !== notIn) return
      if (status === 'Failed' || Date.now() > end) throw new Error(`The project ${id} is ${status}`)
    }
  }

  /** Process id of a project. */
  pidOf(id: string): number {
    return Number(readFileSync(path.join(this.dir, 'projects', id, 'tavla.pid'), 'utf8').split(' ')[0])
  }

  /** Kills every remaining process. */
  killAll(): void {
    const folder = path.join(this.dir, 'projects')
    for (const id of existsSync(folder) ? readdirSync(folder) : []) {
      if (existsSync(path.join(folder, id, 'tavla.pid'))) endProcess(this.pidOf(id))
    }
  }
}

export function endProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has already ended.
  }
}
