import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSite } from '../../app.ts'
import { readSiteConfig } from '../../config/site-config.ts'
import { systemContext, updateRecord } from '../../entity/index.ts'
import { ownerOf } from '../../ground/data-lock.ts'
import { override } from '../../testing/override.ts'
import { tavla } from '../../testing/tavla.ts'
import { killAll, pidsIn, randomPortRange, startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

let dir: string
let child: ChildProcess | undefined

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hq-'))
})

afterEach(async () => {
  await end('SIGKILL')
  killAll(dir)
  rmSync(dir, { recursive: true, force: true })
})

/** An HQ in a process of its own; resolves to its address. */
async function runHq(): Promise<string> {
  const args = [
    'start',
    '--no-demo',
    '--data',
    dir,
    '--port',
    '0',
    '--admin-password',
    'admin-password',
    '--rate-limit',
    '0',
  ]
  const running = spawn(process.execPath, [tavla, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  child = running
  let said = ''
  running.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => /^Ready /m.test(said)).toBe(true)
  const url = (/^Ready (\S+)/m.exec(said)?.[1] ?? '').replace('localhost', '127.0.0.1')
  const { count } = await askHq(url, '/api/entity/Project')
  if (count === 0) await askHq(url, '/api/entity/Server/main', randomPortRange(), 'PUT')
  return url
}

async function end(signal: NodeJS.Signals): Promise<void> {
  const ending = child
  child = undefined
  if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
  const ended = new Promise((resolve) => ending.once('exit', resolve))
  ending.kill(signal)
  await ended
}

async function askHq(
  url: string,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<{ entity: { status: string; staging_url: string }; count?: number }> {
  const headers = { 'content-type': 'application/json' }
  const credentials = JSON.stringify({ user: 'Administrator', password: 'admin-password' })
  const login = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body: credentials })
  const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, cookie },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  return (await response.json()) as Awaited<ReturnType<typeof askHq>>
}

const folder = (id: string) => join(dir, 'projects', id)
const newProject = (id: string) => ({ id, project_name: id, server: 'main' })

/** A new HQ in this process, with a project that runs. */
async function startWith(id: string): Promise<TestHq> {
  const hq = await startHq({ dir })
  await hq.create(id)
  await hq.until(id, 'Running')
  return hq
}

/** Opens HQ's data in this process, and waits for the project to run. */
async function reopen(...ids: string[]): Promise<TestHq> {
  const hq = await startHq({ dir })
  for (const id of ids) await hq.until(id, 'Running')
  return hq
}

const isOpen = (url: string | undefined) =>
  fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )

describe('HQ killed at any moment', () => {
  test('leaves its projects running, and its return takes them over', async () => {
    const url = await runHq()
    await askHq(url, '/api/entity/Project', newProject('acme'))
    await expect.poll(() => ownerOf(folder('acme')) !== undefined).toBe(true)
    await expect.poll(async () => (await askHq(url, '/api/entity/Project/acme')).entity.status).toBe('Running')
    const pid = ownerOf(folder('acme'))
    const { entity } = await askHq(url, '/api/entity/Project/acme')
    await end('SIGKILL')
    expect(await isOpen(entity.staging_url)).toBe(true)

    const hq = await reopen('acme')
    await expect.poll(async () => (await hq.act('acme', 'load_project_data')).json.data.health.ok).toBe(1)
    expect(hq.pid('acme')).toBe(pid)
    // HQ has another port now, and the site lets its pages call.
    const answer = await fetch(`${entity.staging_url}/api/health`, { headers: { origin: hq.site.config.publicUrl } })
    expect(answer.headers.get('access-control-allow-origin')).toBe(hq.site.config.publicUrl)

    // HQ watches an adopted site like any other.
    process.kill(pid as number, 'SIGKILL')
    await expect.poll(() => ![undefined, pid].includes(hq.pid('acme'))).toBe(true)
    await hq.until('acme', 'Running')
    expect((await hq.project('acme')).restarts).toBe(1)
    await hq.remove()
    expect(pidsIn(dir)).toEqual([])
  })

  test('between a change of environment and the restart that follows it: the next HQ does that', async () => {
    const url = await runHq()
    await askHq(url, '/api/entity/Project', newProject('acme'))
    await expect.poll(async () => (await askHq(url, '/api/entity/Project/acme')).entity.status).toBe('Running')
    const { entity } = await askHq(url, '/api/entity/Project/acme')
    await end('SIGKILL')
    // An HQ that does not listen restarts nothing.
    const cutOff = await createSite(readSiteConfig(dir))
    const { engine } = cutOff.site
    await updateRecord(engine, systemContext(engine), 'Project', 'acme', { environment: 'Staging' })
    await cutOff.close()
    expect(await isOpen(entity.staging_url)).toBe(true)

    const hq = await reopen('acme')
    const atSite = async () => {
      const answer = await fetch(`${entity.staging_url}/api/auth/validate`).catch(() => undefined)
      return ((await answer?.json()) as { environment?: string } | undefined)?.environment
    }
    await expect.poll(atSite).toBe('Staging')
    await hq.until('acme', 'Running')
    await hq.remove()
  })

  test('while it provisions a project: the next HQ finishes that, once', async () => {
    const moments: [string, () => boolean][] = [
      ['the folder', () => existsSync(folder('m0'))],
      ['the configuration', () => existsSync(join(folder('m1'), 'config.json'))],
      ['the process', () => existsSync(join(folder('m2'), 'start-errors.txt'))],
      ['its mark', () => existsSync(join(folder('m3'), 'tavla.pid'))],
      ['its store', () => existsSync(join(folder('m4'), 'store', 'data.sqlite'))],
      ['its log', () => existsSync(join(folder('m5'), 'logs', 'server.log'))],
    ]
    for (const [index, [, hasCome]] of moments.entries()) {
      const url = await runHq()
      const asked = askHq(url, '/api/entity/Project', newProject(`m${index}`)).catch(() => undefined)
      // A look each millisecond: one at every turn would take the processor from the processes that start.
      while (!hasCome()) await setTimeout(1)
      await end('SIGKILL')
      await asked
    }
    const ids = moments.map((_, index) => `m${index}`)
    const hq = await reopen(...ids)
    const projects = await Promise.all(ids.map((id) => hq.project(id)))
    expect(new Set(projects.map(({ port }) => port)).size).toBe(ids.length)
    for (const { id, stagingUrl, instanceSecret } of projects) {
      const headers = { authorization: `Bearer ${instanceSecret}` }
      const health = await (await fetch(`${stagingUrl}/api/health`, { headers })).json()
      expect(health).toMatchObject({ status: 'ok', site: id })
    }
    expect(pidsIn(dir)).toHaveLength(ids.length)
    await hq.remove()
  })

  test('during a stop: the next HQ finishes it', async () => {
    const first = await startWith('acme')
    await first.close()
    const url = await runHq()
    await expect.poll(async () => (await askHq(url, '/api/entity/Project/acme')).entity.status).toBe('Running')
    const pid = ownerOf(folder('acme')) as number
    // The stopped process cannot end by itself while HQ waits for it.
    process.kill(pid, 'SIGSTOP')
    const asked = askHq(url, '/api/entity/Project/acme?run_method=stop_project', { data: {} }).catch(() => undefined)
    await expect
      .poll(async () => JSON.stringify(await askHq(url, '/api/entity/Project/acme')))
      .toContain('"desired_state":"Stopped"')
    await end('SIGKILL')
    await asked
    process.kill(pid, 'SIGCONT')
    const hq = await startHq({ dir })
    await hq.until('acme', 'Stopped')
    expect(pidsIn(dir)).toEqual([])
    await hq.remove()
  })
})

describe('a request made before HQ was killed', () => {
  test('restarts the project', async () => {
    const url = await runHq()
    await askHq(url, '/api/entity/Project', newProject('acme'))
    const status = async () => (await askHq(url, '/api/entity/Project/acme')).entity.status
    await expect.poll(status).toBe('Running')
    const pid = ownerOf(folder('acme'))
    await end('SIGKILL')
    // Do as much of a restart as HQ does before it answers. This HQ never listens, so it ends no site either.
    const between = await createSite(readSiteConfig(dir))
    const { engine } = between.site
    await updateRecord(engine, systemContext(engine), 'Project', 'acme', { status: 'Provisioning' })
    await between.close()
    expect(ownerOf(folder('acme'))).toBe(pid)
    const hq = await reopen('acme')
    expect([undefined, pid]).not.toContain(hq.pid('acme'))
    expect(pidsIn(dir)).toHaveLength(1)
    await hq.remove()
  })

  test('deletes the project', async () => {
    const first = await startWith('acme')
    await first.act('acme', 'stop_project')
    const { engine } = first.site
    await updateRecord(engine, systemContext(engine), 'Project', 'acme', { status: 'Removing' })
    await first.close()
    expect(existsSync(folder('acme'))).toBe(true)
    const hq = await startHq({ dir })
    await expect.poll(async () => (await hq.call('GET', '/api/entity/Project/acme')).status).toBe(404)
    expect([existsSync(folder('acme')), readdirSync(join(dir, 'projects', '.trash'))]).toEqual([
      false,
      [expect.stringMatching(/^acme\./)],
    ])
    await hq.remove()
  })
})

describe('an orderly end of HQ', () => {
  test('leaves no process and no open port behind, whatever its projects are doing', async () => {
    const url = await runHq()
    for (const id of ['one', 'two', 'three', 'four']) await askHq(url, '/api/entity/Project', newProject(id))
    // By now some run, some start, some wait.
    await expect.poll(() => pidsIn(dir).length >= 2).toBe(true)
    await end('SIGTERM')
    expect(pidsIn(dir)).toEqual([])
    expect(existsSync(join(dir, 'tavla.pid'))).toBe(false)
    const hq = await reopen('one', 'two', 'three', 'four')
    const urls = await Promise.all(['one', 'two', 'three', 'four'].map(async (id) => (await hq.project(id)).stagingUrl))
    await hq.close()
    expect(await Promise.all(urls.map(isOpen))).toEqual([false, false, false, false])
    expect(pidsIn(dir)).toEqual([])
    await hq.remove()
  })

  test('does not wait for a site that hangs', async () => {
    const hq = await startWith('stuck')
    process.kill(hq.pid('stuck') as number, 'SIGSTOP')
    override(defaultTiming, { leaveGrace: 1000 })
    await hq.close()
    expect(pidsIn(dir)).toEqual([])
  })
})

test('a project does not see the environment of HQ', async () => {
  process.env.DATABASE_URL_PROBE = 'secret'
  const hq = await startWith('plain')
  const environment = readFileSync(`/proc/${hq.pid('plain')}/environ`, 'utf8')
  expect(environment).not.toContain('PROBE')
  const names = environment.split('\0').flatMap((entry) => entry.split('=', 1)[0] || [])
  expect(names.every((name) => ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'].includes(name))).toBe(true)
  await hq.remove()
})
