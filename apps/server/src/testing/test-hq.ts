import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProblemPayload } from '@tavla/contract'
import { expect, vi } from 'vitest'
import { createSite, type RunningSite } from '../app.ts'
import { readSiteConfig, type SiteOptions } from '../config/site-config.ts'
import { createRecord, systemContext, updateRecord } from '../entity/index.ts'
import { ownerOf } from '../ground/data-lock.ts'
import { nodeArguments } from '../hosting/local.ts'
import { type Project, type ProjectStatus, projectsOn, readProject, serverIds } from '../modules/hq/rows.ts'
import { oneFileArguments } from './tavla.ts'

// A project's process gets none of the variables of HQ.
nodeArguments.push(...oneFileArguments)

export interface HqAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  json: any
  /** First message of a problem. */
  message: string
}

/** A listening HQ in a folder of its own, whose projects are real processes. */
export interface TestHq extends RunningSite {
  readonly dir: string
  readonly url: string
  /** Folder of a project's site. */
  folder(id: string): string
  /** Cookie header of a user with these roles, created when missing. */
  person(user: string, roles?: readonly string[]): Promise<string>
  /** A call as Administrator, or with another cookie. */
  call(method: string, path: string, body?: unknown, cookie?: string): Promise<HqAnswer>
  act(id: string, action: string, data?: object, cookie?: string): Promise<HqAnswer>
  /** Creates a project; fails on any answer but 200. */
  create(id: string, more?: object): Promise<void>
  project(id: string): Promise<Project>
  /** Waits until the project is in this state. */
  until(id: string, status: ProjectStatus): Promise<Project>
  /** Process id of a project's site. */
  pid(id: string): number | undefined
  /** Ends all processes, whatever state they are in. */
  remove(): Promise<void>
}

export async function startHq(options: SiteOptions & { dir?: string } = {}): Promise<TestHq> {
  const { dir = mkdtempSync(join(tmpdir(), 'hq-')), ...others } = options
  const config = readSiteConfig(dir, {
    hq: true,
    siteId: 'hq',
    port: 0,
    rateLimit: 0,
    adminPassword: 'admin-password',
    ...others,
  })
  const running = await createSite(config)
  const { engine, sessions } = running.site
  const ctx = systemContext(engine)
  // A project that has a port keeps it when it starts again, so ports of two HQs must not meet.
  const hasMain = (await serverIds(engine)).includes('main')
  const isFirst = hasMain && (await projectsOn(engine, 'main')).length === 0
  if (isFirst) await updateRecord(engine, ctx, 'Server', 'main', randomPortRange())
  const url = (await running.listen()).replace('localhost', '127.0.0.1')
  const person: TestHq['person'] = async (user, roles = []) => {
    if (!(await engine.rows(engine.models.require('User')).exists(engine.store, user))) {
      const body = { email: user, full_name: user.split('@')[0], roles: roles.map((role) => ({ role })) }
      await createRecord(engine, ctx, 'User', body)
    }
    const { token } = await sessions.create(user, { ip: '127.0.0.1', userAgent: 'test' }, 'Password')
    return `${config.cookieName}=${token}`
  }
  const admin = await person('Administrator')
  const call: TestHq['call'] = async (method, path, body, cookie = admin) => {
    const response = await fetch(url + path, {
      method,
      headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const json = (await response.json()) as ProblemPayload
    return { status: response.status, json, message: response.ok ? '' : json.message }
  }
  const project = (id: string) => readProject(engine, id)
  const folder = (id: string) => join(dir, 'projects', id)
  return {
    ...running,
    dir,
    url,
    folder,
    person,
    call,
    project,
    act: (id, action, data = {}, cookie = admin) =>
      call('POST', `/api/entity/Project/${id}?run_method=${action}`, { data }, cookie),
    async create(id, more = {}) {
      const answer = await call('POST', '/api/entity/Project', { id, project_name: id, server: 'main', ...more })
      expect(answer.message).toBe('')
    },
    async until(id, status) {
      // Not `expect.poll`, which works in no hook.
      const look = async () => {
        const { status: now, lastError } = await project(id)
        expect(now, lastError).toBe(status)
      }
      await vi.waitFor(look, { timeout: 60_000, interval: 20 })
      return project(id)
    },
    pid: (id) => ownerOf(folder(id)),
    async remove() {
      await running.close()
      killAll(dir)
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** Ports for the sites of one HQ, below those that the system gives to connections: such a port may be gone at once. */
export function randomPortRange(): { port_range_start: number; port_range_end: number } {
  const start = 20_000 + Math.floor(Math.random() * 240) * 50
  return { port_range_start: start, port_range_end: start + 49 }
}

/** Ends the sites that a test left running. */
export function killAll(dir: string): void {
  for (const pid of pidsIn(dir)) process.kill(pid, 'SIGKILL')
}

/** Processes of the sites of an HQ. */
export function pidsIn(dir: string): number[] {
  try {
    return readdirSync(join(dir, 'projects')).flatMap((name) => ownerOf(join(dir, 'projects', name)) ?? [])
  } catch {
    return []
  }
}
