import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Answer, ask, type SiteProcess, type StartOptions, signIn, startHq } from './site-process.ts'

/** The fields that are looked at are texts. */
export type Row = Readonly<Record<string, string | null | undefined>>

/** An HQ that is killed and started again, with its projects, which are processes of their own. */
export class Fleet {
  readonly dir: string
  readonly #options: StartOptions
  #hq: SiteProcess | undefined
  #cookie = ''

  constructor(dir: string, options: StartOptions = {}) {
    this.dir = dir
    this.#options = options
  }

  async start(): Promise<void> {
    this.#hq = await startHq(this.dir, this.#options)
    this.#cookie = await signIn(this.#hq)
  }

  async killHq(): Promise<void> {
    this.#hq?.kill('SIGKILL')
    await this.#hq?.ended
  }

  killSite(project: string): void {
    const pid = this.pidOf(project)
    if (pid === undefined) return
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has just ended.
    }
  }

  /** Ends everything that this fleet started. */
  async end(): Promise<void> {
    await this.killHq()
    for (const project of this.folders()) this.killSite(project)
  }

  pidOf(project: string): number | undefined {
    const file = path.join(this.dir, 'projects', project, 'tavla.pid')
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : Number.NaN
    return pid > 0 ? pid : undefined
  }

  /** The folders of projects; `.trash` and the like aside. */
  folders(): string[] {
    const folder = path.join(this.dir, 'projects')
    return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : []
  }

  /** The names in a folder of HQ's own; nothing where there is none. */
  left(...place: string[]): string[] {
    const folder = path.join(this.dir, ...place)
    return existsSync(folder) ? readdirSync(folder) : []
  }

  /** A call as Administrator, who signs in anew where the session is over. */
  async call(method: string, address: string, body?: object): Promise<Answer> {
    if (!this.#hq) throw new Error('HQ is not running')
    const answer = await ask(this.#hq, this.#cookie, method, address, body)
    if (answer.status !== 401) return answer
    this.#cookie = await signIn(this.#hq)
    return ask(this.#hq, this.#cookie, method, address, body)
  }

  act(entity: string, id: string, action: string, data: object = {}): Promise<Answer> {
    return this.call('POST', `/api/entity/${entity}/${id}?run_method=${action}`, { data })
  }

  async read(entity: string, id: string): Promise<Row | undefined> {
    return (await this.call('GET', `/api/entity/${entity}/${id}`)).json?.entity
  }

  /** The newest records first. */
  async list(entity: string, filters: object = {}): Promise<Row[]> {
    const query = `filters=${encodeURIComponent(JSON.stringify(filters))}&order_by=creation desc&limit_page_length=500`
    return (await this.call('GET', `/api/entity/${encodeURIComponent(entity)}?fields=["*"]&${query}`)).json?.data ?? []
  }

  /** Asks a project's site as HQ does. @throws Error when it does not answer */
  async askSite(project: string, order: object): Promise<unknown> {
    const config = JSON.parse(readFileSync(path.join(this.dir, 'projects', project, 'config.json'), 'utf8'))
    const headers = { authorization: `Bearer ${config.instance_secret}`, 'content-type': 'application/json' }
    const address = `http://127.0.0.1:${config.port}/api/internal/definitions`
    const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(order) })
    return response.json()
  }

  /** Rows of HQ's database while HQ does not run, read from a copy: whoever closes the database moves its log. */
  rows(sql: string): Row[] {
    const copy = mkdtempSync(path.join(tmpdir(), 'tavla-faults-'))
    cpSync(path.join(this.dir, 'store'), copy, { recursive: true })
    const db = new DatabaseSync(path.join(copy, 'data.sqlite'))
    try {
      return db.prepare(sql).all() as Row[]
    } finally {
      db.close()
      rmSync(copy, { recursive: true, force: true })
    }
  }
}
