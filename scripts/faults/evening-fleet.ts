import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectThat, until } from './fault.ts'
import { Fleet, type Row } from './fleet.ts'
import { type Answer, ask } from './site-process.ts'

const patience = 600_000

/** A record that a site acknowledged. */
export interface Kept {
  title: string
  /** By the clock of the site. */
  creation: string
}

interface Door {
  url: string
  cookie: string
}

/** A fleet whose sites are written by people, with all that was acknowledged. */
export class EveningFleet extends Fleet {
  /** By project. */
  readonly kept = new Map<string, Kept[]>()
  readonly #doors = new Map<string, Door>()

  async create(id: string, more: object = {}): Promise<void> {
    const made = await this.call('POST', '/api/entity/Project', { id, project_name: id, server: 'main', ...more })
    expectThat(made.status === 200, `${id} was refused: ${made.json?.message}`)
  }

  /** A project whose records are in the database at `address`. */
  async createIn(address: string, id: string): Promise<void> {
    await this.create(id, { auto_provision: 0 })
    const folder = path.join(this.dir, 'projects', id)
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(folder, 'config.json'), JSON.stringify({ database: address }))
    await this.act('Project', id, 'provision_project')
  }

  untilRunning(id: string): Promise<unknown> {
    return until(
      `${id} does not run.`,
      async () => {
        const project = await this.read('Project', id)
        expectThat(project?.status !== 'Failed', `${id} failed: ${project?.last_error}`)
        return project?.status === 'Running' && project.under_way == null
      },
      patience,
    )
  }

  /** Waits until a record is in one of these states. */
  async untilState(entity: string, id: string, ...states: string[]): Promise<Row> {
    let last: Row | undefined
    const look = async () => {
      last = await this.read(entity, id)
      return last && states.includes(String(last.status)) && last
    }
    return until('', look, patience).catch(() => {
      throw new Error(`${entity} ${id} is ${last?.status}, not ${states.join(' or ')}: ${last?.error}`)
    })
  }

  /** Begins a backup; resolves once it is proven or has failed. */
  async take(project: string): Promise<Row> {
    const { json } = await this.act('Project', project, 'take_backup')
    expectThat(json?.data?.backup, `A backup of ${project} was refused: ${json?.message}`)
    return this.untilState('Backup', json.data.backup, 'Proven', 'Failed')
  }

  async newestProven(project: string): Promise<Row> {
    const [newest] = await this.list('Backup', { project, status: 'Proven' })
    expectThat(newest, `${project} has no proven backup.`)
    return newest
  }

  /** A call to a project's site as its Administrator, whose password the console reveals. */
  async atSite(project: string, method: string, address: string, body?: object): Promise<Answer> {
    const door = this.#doors.get(project) ?? (await this.#signIn(project))
    const answer = await ask(door, door.cookie, method, address, body)
    if (answer.status !== 401) return answer
    const next = await this.#signIn(project)
    return ask(next, next.cookie, method, address, body)
  }

  async #signIn(project: string): Promise<Door> {
    const { json } = await this.act('Project', project, 'reveal_admin_password')
    const url = String((await this.read('Project', project))?.staging_url).replace('localhost', '127.0.0.1')
    const answer = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(json.data),
    })
    expectThat(answer.status === 200, `Signing in at ${project} failed: ${await answer.text()}`)
    const door = { url, cookie: String(answer.headers.getSetCookie()[0]).split(';', 1)[0] as string }
    this.#doors.set(project, door)
    return door
  }

  /** Somebody writes records at the site; those that are acknowledged are remembered. */
  async write(project: string, name: string, count: number): Promise<void> {
    for (let n = 1; n <= count; n++) {
      const title = `${name} ${n}`
      const { status, json } = await this.#note(project, title)
      expectThat(status === 200, `${title} at ${project} was answered ${status}: ${json?.message}`)
      const kept = { title, creation: String(json.entity.creation) }
      this.kept.set(project, [...(this.kept.get(project) ?? []), kept])
    }
  }

  /** Writes until the site refuses; resolves to what it says then. */
  async writeUntilRefused(project: string, name: string): Promise<Answer> {
    for (let n = 1; ; n++) {
      const title = `${name} ${n}`
      const answer = await this.#note(project, title, 'x'.repeat(50_000))
      if (answer.status !== 200) return answer
      const kept = { title, creation: String(answer.json.entity.creation) }
      this.kept.set(project, [...(this.kept.get(project) ?? []), kept])
    }
  }

  #note(project: string, title: string, text = title): Promise<Answer> {
    return this.atSite(project, 'POST', '/api/entity/Canned%20Text', { title, text })
  }

  /** The titles at the site, in order. */
  async titles(project: string): Promise<string[]> {
    const query = 'fields=["title"]&limit_page_length=500'
    const { status, json } = await this.atSite(project, 'GET', `/api/entity/Canned%20Text?${query}`)
    expectThat(status === 200, `${project} answered ${status}: ${json?.message}`)
    return json.data.map(({ title }: Kept) => title).toSorted()
  }

  /** Expects just what was acknowledged at the site. */
  async expectKept(project: string): Promise<void> {
    const found = await this.titles(project)
    const kept = (this.kept.get(project) ?? []).map(({ title }) => title).toSorted()
    const missing = kept.filter((title) => !found.includes(title))
    const more = found.filter((title) => !kept.includes(title))
    expectThat(
      missing.length + more.length === 0,
      `${project} lacks ${missing.slice(0, 5).join(', ') || 'nothing'} and has ${more.slice(0, 5).join(', ') || 'nothing'} besides.`,
    )
  }

  /** Address of the project's database on a server; undefined for a file. */
  databaseOf(project: string): string | undefined {
    return JSON.parse(readFileSync(path.join(this.dir, 'projects', project, 'config.json'), 'utf8')).database
  }
}
