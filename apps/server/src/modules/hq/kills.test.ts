import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { markRestored } from '../../config/restored-mark.ts'
import { ownerOf } from '../../ground/data-lock.ts'
import { tavla } from '../../testing/tavla.ts'
import { killAll, randomPortRange } from '../../testing/test-hq.ts'

const dir = mkdtempSync(join(tmpdir(), 'hq-'))
const projects = ['acme', 'back', 'shop']
let child: ChildProcess
let url: string
let cookie: string

beforeAll(async () => {
  await runHq()
  for (const id of projects) await call('POST', '/api/entity/Project', { id, project_name: id, server: 'main' })
  for (const id of projects) await until(id, 'Running')
  await act('acme', 'clone_project', { id: 'acme-try', project_name: 'Try' })
  await until('acme-try', 'Running')
}, 240_000)

afterAll(() => {
  child.kill('SIGKILL')
  killAll(dir)
  rmSync(dir, { recursive: true, force: true })
})

/** An HQ in a process of its own, on the same data each time; the sites outlive a kill of it. */
async function runHq(): Promise<void> {
  const args = ['start', '--no-demo', '--data', dir, '--port', '0', '--admin-password', 'admin-password']
  child = spawn(process.execPath, [tavla, ...args, '--rate-limit', '0'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  await vi.waitFor(() => expect(said).toMatch(/^Ready /m), { timeout: 60_000, interval: 20 })
  url = (/^Ready (\S+)/m.exec(said)?.[1] ?? '').replace('localhost', '127.0.0.1')
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ user: 'Administrator', password: 'admin-password' })
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
  cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const range = { id: 'main', ...randomPortRange() }
  const { entity } = await call('GET', '/api/entity/Server/main')
  if (entity.project_count === 0) await call('PUT', '/api/entity/Server', range)
}

async function kill(): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGKILL')
  await gone
}

// biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
async function call(method: string, path: string, body?: object): Promise<any> {
  const headers = { cookie, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(url + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
  const json = (await response.json()) as { message?: string }
  expect([path, response.ok ? '' : json.message]).toEqual([path, ''])
  return json
}

const run = (entity: string, id: string, action: string, data: object = {}) =>
  call('POST', `/api/entity/${entity}/${id}?run_method=${action}`, { data }).then(({ data: answer }) => answer)
const act = (id: string, action: string, data?: object) => run('Project', id, action, data)
const read = async (entity: string, id: string) => (await call('GET', `/api/entity/${entity}/${id}`)).entity
const wait = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 120_000, interval: 50 })
const until = (id: string, status: string) =>
  wait(async () => expect(await read('Project', id)).toMatchObject({ status }))
const untilFree = (...ids: string[]) =>
  wait(async () => {
    for (const id of ids) expect([id, (await read('Project', id)).under_way]).toEqual([id, null])
  })
const told = async (id: string): Promise<string[]> =>
  (await act(id, 'load_project_data')).events.map(({ message }: { message: string }) => message)

/** The newest backup of a project. */
async function backupOf(id: string): Promise<string> {
  await wait(async () => expect((await read('Project', id)).backup_state).toBe('Proven'))
  const query = `filters=${JSON.stringify({ project: id, status: 'Proven' })}&order_by=taken_at desc`
  return (await call('GET', `/api/entity/Backup?${query}`)).data[0].id
}

async function rehearsed(target: string): Promise<string> {
  const { promotion } = await act('acme', 'plan_promotion', { target })
  await run('Promotion', promotion, 'rehearse')
  await wait(async () => expect((await read('Promotion', promotion)).status).toBe('Rehearsed'))
  return promotion
}

test('each work that a killed HQ left just after it began is taken back, or begins again', async () => {
  await act('back', 'take_backup')
  const [proven, backup] = [await backupOf('acme'), await backupOf('back')]
  const applied = await rehearsed('shop')
  const { promotion } = await act('acme', 'plan_promotion', { target: 'back' })
  await untilFree('acme', 'acme-try', 'back', 'shop')
  // A proof and a rehearsal hold nothing up, so that two works go on for a project.
  await Promise.all([run('Backup', proven, 'prove'), run('Promotion', promotion, 'rehearse')])
  await Promise.all([
    act('acme-try', 'refresh_clone', { keep_definitions: 1 }),
    act('back', 'restore_project', { backup }),
    run('Promotion', applied, 'apply'),
  ])
  await kill()

  await runHq()
  for (const id of [...projects, 'acme-try']) await until(id, 'Running')
  await untilFree('acme', 'acme-try', 'back', 'shop')
  expect(await told('acme-try')).toContain('HQ ended while the clone was refreshed. It is as it was before.')
  const atBack = await told('back')
  expect(atBack).toContain('HQ ended while the project was restored. The project is as it was before.')
  expect(atBack).toContain('HQ ended while a promotion was rehearsed. It can be rehearsed again.')
  expect(await told('acme')).toContain('HQ ended while a backup was proven. The proof begins again.')
  expect((await read('Backup', proven)).status).toBe('Proven')
  expect([(await read('Promotion', applied)).status, (await read('Promotion', promotion)).status]).toEqual([
    'Rehearsed',
    'Draft',
  ])
}, 240_000)

test('a clone and the refreshing of one that HQ was killed in are finished once their data is ready', async () => {
  await Promise.all([
    act('back', 'clone_project', { id: 'back-try', project_name: 'New' }),
    act('acme-try', 'refresh_clone'),
  ])
  await kill()
  for (const id of ['acme-try', 'back-try']) await makeReady(id)

  await runHq()
  for (const id of ['back-try', 'acme-try']) await until(id, 'Running')
  await untilFree('acme', 'acme-try', 'back', 'back-try')
  expect(await told('acme-try')).toContain('HQ ended while the clone was refreshed. It is finished now.')
  expect(await told('back-try')).toContain('HQ ended while the clone was made. It is finished now.')
  expect(JSON.parse(readFileSync(join(dir, 'projects', 'acme-try', 'config.json'), 'utf8')).ready).toBe(true)
}, 240_000)

/** Leaves the data of a clone as a kill between its last change and the change of places does, when no site runs on it. */
async function makeReady(id: string): Promise<void> {
  const pid = ownerOf(join(dir, 'projects', id))
  if (pid !== undefined) process.kill(pid, 'SIGKILL')
  await wait(async () => expect(ownerOf(join(dir, 'projects', id))).toBeUndefined())
  const built = join(dir, 'projects', '.restoring', id)
  rmSync(built, { recursive: true, force: true })
  const isSocket = /\.sock$|tavla\.pid$/
  cpSync(join(dir, 'projects', 'acme-try'), built, { recursive: true, filter: (path) => !isSocket.test(path) })
  const file = join(built, 'config.json')
  const config = JSON.parse(readFileSync(file, 'utf8')) as object
  writeFileSync(file, JSON.stringify({ ...config, site: id, ready: true }))
  markRestored(built, { backup: 'any' })
}
