import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { setSilently } from '../../entity/index.ts'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { defaultTiming } from './hq.ts'

// The usual steps, in less time.
override(defaultTiming, { backOff: [50, 60, 70, 80, 90], healthEvery: 200 })

let hq: TestHq

beforeAll(async () => {
  hq = await startHq()
})

afterAll(() => hq.remove())

const isOpen = (url: string | undefined) =>
  fetch(`${url}/api/health`).then(
    ({ status }) => status === 200,
    () => false,
  )

const actions = ['provision_project', 'start_project', 'stop_project', 'restart_project'] as const

/** Messages of the actions that a state refuses. */
async function refused(id: string): Promise<string[]> {
  const answers = await Promise.all(actions.map(async (action) => [action, await hq.act(id, action)] as const))
  return answers.flatMap(([action, { status }]) => (status === 409 ? [action] : []))
}

async function events(id: string): Promise<string[]> {
  const { json } = await hq.act(id, 'load_project_data')
  return json.data.events.map(
    (one: { from_status: string; to_status: string }) => `${one.from_status}→${one.to_status}`,
  )
}

describe('a project', () => {
  test('is made, runs, stops, starts, restarts and is deleted, exactly as the table of states says', async () => {
    await hq.create('acme', { auto_provision: 0 })
    expect((await hq.project('acme')).status).toBe('Created')
    expect(await refused('acme').then((list) => list.filter((one) => one !== 'provision_project'))).toEqual([
      'start_project',
      'stop_project',
      'restart_project',
    ])
    const first = await hq.until('acme', 'Running')
    expect(first.stagingUrl).toBe(`http://localhost:${first.port}`)
    expect(await isOpen(first.stagingUrl)).toBe(true)
    expect((await hq.act('acme', 'start_project')).message).toBe('This is not possible while the project is Running.')
    expect((await hq.act('acme', 'provision_project')).status).toBe(409)
    expect((await hq.call('DELETE', '/api/entity/Project/acme')).message).toBe(
      'This is not possible while the project is Running.',
    )

    expect((await hq.act('acme', 'stop_project')).json).toEqual({ data: { status: 'Stopped' } })
    expect([await isOpen(first.stagingUrl), hq.pid('acme')]).toEqual([false, undefined])
    expect((await hq.project('acme')).desiredState).toBe('Stopped')
    expect((await hq.act('acme', 'stop_project')).status).toBe(409)

    expect((await hq.act('acme', 'start_project')).json).toEqual({ data: { status: 'Provisioning' } })
    const second = await hq.until('acme', 'Running')
    expect(second.port).toBe(first.port)

    const pid = hq.pid('acme')
    expect((await hq.act('acme', 'restart_project')).json).toEqual({ data: { status: 'Provisioning' } })
    expect((await hq.act('acme', 'stop_project')).message).toBe(
      'This is not possible while the project is Provisioning.',
    )
    await hq.until('acme', 'Running')
    expect(hq.pid('acme')).not.toBe(pid)
    expect((await hq.act('acme', 'stop_project')).status).toBe(200)

    expect(await events('acme')).toContain('Running→Stopped')
    expect((await hq.call('DELETE', '/api/entity/Project/acme')).status).toBe(200)
    await expect.poll(() => existsSync(hq.folder('acme'))).toBe(false)
    const [kept = ''] = readdirSync(join(hq.dir, 'projects', '.trash'))
    expect(kept).toMatch(/^acme\.\d+$/)
    expect(existsSync(join(hq.dir, 'projects', '.trash', kept, 'store', 'data.sqlite'))).toBe(true)
    const { json } = await hq.call('GET', '/api/entity/Project%20Event?order_by=creation%20desc&limit_page_length=1')
    expect(json.data[0]).toMatchObject({ from_status: 'Stopped', to_status: 'Removing' })
  })

  test('with the name of a deleted one starts without its data', async () => {
    await hq.create('again', { auto_provision: 0 })
    const { adminPassword } = await hq.project('again')
    expect((await hq.call('DELETE', '/api/entity/Project/again')).status).toBe(200)
    await hq.create('again', { auto_provision: 0 })
    const again = await hq.project('again')
    expect(again.adminPassword).not.toBe(adminPassword)
    expect(again.port).toBeUndefined()
  })

  test('lets its Administrator sign in with the password that HQ made, and reveals it to no other user', async () => {
    await hq.create('secret')
    const { stagingUrl, port } = await hq.until('secret', 'Running')
    const { json } = await hq.act('secret', 'reveal_admin_password')
    expect(json.data.password).toMatch(/^\w{20}$/)
    const answer = await fetch(`${stagingUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: hq.site.config.publicUrl },
      body: JSON.stringify({ user: 'Administrator', password: json.data.password }),
    })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(/^sid_secret=.*HttpOnly; SameSite=Lax/)
    expect(answer.headers.get('access-control-allow-origin')).toBe(hq.site.config.publicUrl)
    const { json: history } = await hq.act('secret', 'get_history')
    expect(JSON.stringify(history)).toContain('reveal_admin_password')
    expect(JSON.stringify(history)).not.toContain(json.data.password)
    const page = await fetch(`${hq.url}/project`)
    if (page.ok) expect(page.headers.get('content-security-policy')).toContain(`http://127.0.0.1:${port}`)
    // The values for the first start leave the file once it has happened, and stay away.
    const config = () => readFileSync(join(hq.folder('secret'), 'config.json'), 'utf8')
    await expect.poll(config).not.toContain(json.data.password)
    await hq.act('secret', 'restart_project')
    await hq.until('secret', 'Running')
    expect(config()).not.toContain(json.data.password)
  })

  test('that is killed restarts by itself, and fails once that happens too often', async () => {
    await hq.create('frail')
    const { port } = await hq.until('frail', 'Running')
    for (let n = 1; n <= 5; n++) {
      process.kill(hq.pid('frail') as number, 'SIGKILL')
      await expect.poll(async () => (await hq.project('frail')).restarts).toBe(n)
      await hq.until('frail', 'Running')
    }
    expect((await hq.project('frail')).port).toBe(port)
    process.kill(hq.pid('frail') as number, 'SIGKILL')
    const failed = await hq.until('frail', 'Failed')
    expect(failed.lastError).toBe('The site ended by itself.\nSignal: SIGKILL.\nThis happened again and again.')
    const { json } = await hq.act('frail', 'load_project_data')
    expect(json.data.last_error).toBe('The site ended by itself. Signal: SIGKILL. This happened again and again.')
    const told = json.data.events.map(({ message }: { message: string }) => message)
    expect(told).toContain('The site ended by itself. Signal: SIGKILL.')
    expect((await hq.act('frail', 'start_project')).status).toBe(200)
    expect((await hq.until('frail', 'Running')).lastError).toBeUndefined()
  })

  test('that hangs is ended and started again', async () => {
    await hq.create('stuck')
    await hq.until('stuck', 'Running')
    const pid = hq.pid('stuck') as number
    process.kill(pid, 'SIGSTOP')
    await expect.poll(() => hq.pid('stuck') !== pid && hq.pid('stuck') !== undefined).toBe(true)
    await hq.until('stuck', 'Running')
    const { json } = await hq.act('stuck', 'load_project_data')
    const told = json.data.events.map(({ message }: { message: string }) => message)
    expect(told).toContain('The site did not answer any more and was ended.')
  })
})

describe('a project tells its fault and can be started again', () => {
  test('when another program has taken its port', async () => {
    await hq.create('port')
    const { port } = await hq.until('port', 'Running')
    await hq.act('port', 'stop_project')
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve))
    await hq.act('port', 'start_project')
    expect((await hq.until('port', 'Failed')).lastError).toBe(`Port ${port} is in use by another program.`)
    // Provisioned again, it gets another port.
    await hq.act('port', 'provision_project')
    expect((await hq.until('port', 'Running')).port).not.toBe(port)
    other.close()
  })

  test('unless nobody knew the port yet: a first start takes the next one', async () => {
    const { engine } = hq.site
    await hq.create('first', { auto_provision: 0 })
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'first', { status: 'Stopped' }))
    await hq.act('first', 'start_project')
    const reserved = await vi.waitFor(
      async () => {
        const { port } = await hq.project('first')
        return port ?? expect.fail('no port yet')
      },
      { timeout: 60_000, interval: 1 },
    )
    // The site takes longer than this to listen.
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(reserved, '127.0.0.1', resolve))
    expect((await hq.until('first', 'Running')).port).not.toBe(reserved)
    other.close()
  })

  test('when its folder cannot be written', async () => {
    const root = join(hq.dir, 'config.json', 'below')
    await hq.call('POST', '/api/entity/Server', { server_name: 'broken', data_root: root })
    await hq.create('nowhere', { server: 'broken' })
    expect((await hq.until('nowhere', 'Failed')).lastError).toMatch(/^The data folder cannot be written/)
    const check = await hq.call('POST', '/api/entity/Server/broken?run_method=check_server', { data: {} })
    expect(check.json.data).toMatchObject({ status: 'Offline', last_seen: null })
    await hq.act('nowhere', 'provision_project')
    await hq.until('nowhere', 'Failed')
    expect((await hq.call('DELETE', '/api/entity/Project/nowhere')).status).toBe(200)
    const main = await hq.call('POST', '/api/entity/Server/main?run_method=check_server', { data: {} })
    expect(main.json.data).toMatchObject({ status: 'Online', error: null })
  })

  test('when its site cannot start', async () => {
    await hq.create('damaged')
    await hq.until('damaged', 'Running')
    await hq.act('damaged', 'stop_project')
    const { writeFile } = await import('node:fs/promises')
    const key = join(hq.folder('damaged'), 'site.key')
    const right = readFileSync(key)
    await writeFile(key, 'short')
    await hq.act('damaged', 'start_project')
    expect((await hq.until('damaged', 'Failed')).lastError).toMatch(
      /^The site did not start: The site key .* is damaged/,
    )
    await writeFile(key, right)
    await hq.act('damaged', 'start_project')
    await hq.until('damaged', 'Running')
  })

  test('while its server is in maintenance, which a check does not end', async () => {
    const actOn = (action: string) => hq.call('POST', `/api/entity/Server/closed?run_method=${action}`, { data: {} })
    const make = (id: string) => hq.call('POST', '/api/entity/Project', { id, project_name: id, server: 'closed' })
    await hq.call('POST', '/api/entity/Server', {
      server_name: 'closed',
      port_range_start: 19_820,
      port_range_end: 19_830,
    })
    expect((await actOn('begin_maintenance')).json.data).toEqual({ status: 'Maintenance' })
    expect((await actOn('check_server')).json.data).toMatchObject({ status: 'Maintenance', error: null })
    const answer = await make('early')
    expect([answer.status, answer.message]).toEqual([409, 'The server closed is in maintenance.'])
    expect((await actOn('end_maintenance')).json.data).toEqual({ status: 'Online' })
    expect((await make('later')).status).toBe(200)
    await hq.until('later', 'Running')
  })

  test('when its server is full', async () => {
    await hq.call('POST', '/api/entity/Server', {
      server_name: 'small',
      max_projects: 1,
      port_range_start: 19_800,
      port_range_end: 19_810,
    })
    await hq.create('only', { server: 'small', auto_provision: 0 })
    const answer = await hq.call('POST', '/api/entity/Project', {
      id: 'second',
      project_name: 'Second',
      server: 'small',
    })
    expect([answer.status, answer.message]).toEqual([409, 'The server small is full.'])
    const { json } = await hq.call('GET', '/api/entity/Server/small')
    expect(json.entity.project_count).toBe(1)
    expect((await hq.call('DELETE', '/api/entity/Server/small')).status).toBe(409)
  })
})
