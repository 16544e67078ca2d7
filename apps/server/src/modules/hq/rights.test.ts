import { appendFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeLoginToken } from '../../ground/login-token.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'

let hq: TestHq
let operator: string
let staff: string
let manager: string

beforeAll(async () => {
  hq = await startHq()
  operator = await hq.person('operator@example.com', ['Operator'])
  staff = await hq.person('staff@example.com', ['Staff'])
  manager = await hq.person('manager@example.com', ['System Manager'])
  await hq.create('acme')
  await hq.until('acme', 'Running')
})

afterAll(() => hq.remove())

/** A call to the project's own server. */
async function askSite(path: string, init: { body?: object; headers?: Record<string, string> } = {}) {
  const { stagingUrl } = await hq.project('acme')
  const response = await fetch(`${stagingUrl}${path}`, {
    method: init.body ? 'POST' : 'GET',
    headers: { ...(init.body ? { 'content-type': 'application/json' } : {}), ...init.headers },
    ...(init.body ? { body: JSON.stringify(init.body) } : {}),
  })
  const cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the answer that it asks for
  return { status: response.status, json: (await response.json()) as any, cookie }
}

describe('rights on projects and servers', () => {
  const project = '/api/entity/Project/acme'
  const run = (action: string) => `${project}?run_method=${action}`
  const calls: [string, string, string, number, number, number][] = [
    // method, path, then status for Operator, Staff, System Manager
    ['list', 'GET', '/api/entity/Project', 200, 403, 200],
    ['read', 'GET', project, 200, 403, 200],
    ['change', 'PUT', project, 200, 403, 200],
    ['delete', 'DELETE', project, 403, 403, 409],
    ['data', 'POST', run('load_project_data'), 200, 403, 200],
    ['logs', 'POST', run('load_log_files'), 200, 403, 200],
    ['search', 'POST', run('search_logs'), 417, 403, 417],
    ['provision', 'POST', run('provision_project'), 409, 403, 409],
    ['start', 'POST', run('start_project'), 409, 403, 409],
    ['token', 'POST', run('create_login_token'), 200, 403, 200],
    ['password', 'POST', run('reveal_admin_password'), 403, 403, 200],
    ['unknown action', 'POST', run('constructor'), 404, 403, 404],
    ['servers', 'GET', '/api/entity/Server', 200, 403, 200],
    ['change a server', 'PUT', '/api/entity/Server/main', 403, 403, 200],
    ['check a server', 'POST', '/api/entity/Server/main?run_method=check_server', 200, 403, 200],
    ['events', 'GET', '/api/entity/Project Event', 200, 403, 200],
    ['write an event', 'POST', '/api/entity/Project Event', 403, 403, 403],
    ['disks', 'GET', '/api/app/get_disks', 200, 403, 200],
    ['fleet', 'GET', '/api/hq/fleet', 200, 403, 200],
    ['bulk', 'POST', '/api/hq/bulk', 417, 403, 417],
    ['time line', 'GET', '/api/hq/timeline?project=acme', 200, 403, 200],
    ['search of all logs', 'POST', '/api/hq/search_logs', 417, 403, 417],
    ['HQ logs', 'POST', '/api/hq/load_log_files', 403, 403, 200],
  ].map((row) => row as [string, string, string, number, number, number])

  test.each(calls)('%s', async (_name, method, path, ...expected) => {
    const body = method === 'GET' || method === 'DELETE' ? undefined : { data: {}, description: 'x' }
    const statuses: number[] = []
    for (const cookie of [operator, staff, manager]) {
      statuses.push((await hq.call(method, path, body, cookie)).status)
    }
    expect(statuses).toEqual(expected)
    expect((await hq.call(method, path, body, 'sid=nobody')).status).toBe(401)
  })

  test('no user can read or set secrets and runtime values', async () => {
    const before = await hq.project('acme')
    const changes = {
      status: 'Stopped',
      port: 1,
      instance_secret: 'mine',
      admin_password: 'mine',
      driver: 'Kubernetes',
    }
    const { json } = await hq.call(
      'PUT',
      '/api/entity/Project/acme',
      { ...changes, staging_url: 'http://evil.example' },
      operator,
    )
    expect(json.entity).not.toHaveProperty('admin_password')
    expect(json.entity).not.toHaveProperty('instance_secret')
    const asManager = await hq.call('PUT', '/api/entity/Project/acme', changes, manager)
    expect(asManager.json.entity.admin_password).toBe('********')
    expect(await hq.project('acme')).toEqual(before)
    const filtered = await hq.call(
      'GET',
      '/api/entity/Project?filters={"instance_secret":["like","a%25"]}',
      undefined,
      operator,
    )
    expect(filtered.status).toBe(417)
    const made = {
      id: 'odd',
      project_name: 'Odd',
      server: 'main',
      auto_provision: 0,
      status: 'Running',
      instance_secret: 'x',
    }
    expect((await hq.call('POST', '/api/entity/Project', made, operator)).status).toBe(200)
    expect(await hq.project('odd')).toMatchObject({ status: 'Created', port: undefined })
    expect((await hq.project('odd')).instanceSecret).toHaveLength(43)
  })

  test('ids must be valid folder names', async () => {
    for (const id of [
      '../up',
      'a/b',
      'A',
      '-a',
      'a-',
      '1a',
      'a_b',
      'a b',
      '.trash',
      'a'.repeat(41),
      'é',
      '$(id)',
      'a\nb',
    ]) {
      const answer = await hq.call('POST', '/api/entity/Project', {
        id,
        project_name: 'x',
        server: 'main',
        auto_provision: 0,
      })
      expect([id, answer.status]).toEqual([id, 417])
      // The error belongs to the field in which the user entered the id.
      expect(answer.json.errors).toEqual([{ fieldname: 'id', message: answer.message }])
    }
    const derived = await hq.call('POST', '/api/entity/Project', {
      project_name: '  42 Café — Déjà Vu! ',
      server: 'main',
      auto_provision: 0,
    })
    expect(derived.json.entity.id).toBe('p-42-cafe-deja-vu')
    const hebrew = await hq.call('POST', '/api/entity/Project', {
      project_name: 'שלום',
      server: 'main',
      auto_provision: 0,
    })
    expect(hebrew.json.entity.id).toBe('shlvm')
    const make = async () => {
      const body = { id: ' ', project_name: '東京', server: 'main', auto_provision: 0 }
      return (await hq.call('POST', '/api/entity/Project', body)).json.entity.id
    }
    expect([await make(), await make()]).toEqual(['project', 'project-2'])
    mkdirSync(join(hq.dir, 'projects', '.trash', 'project-3.1767600000000'), { recursive: true })
    expect(await make()).toBe('project-4')
  })

  test('a server accepts only a valid address, port range and folder', async () => {
    const bad = [
      { bind_address: 'example.com' },
      { bind_address: '127.0.0.1; reboot' },
      { public_host: 'a b' },
      { public_host: '{id}{id}.example' },
      { public_host: 'evil.example/x' },
      { port_range_start: 80 },
      { port_range_start: 9000, port_range_end: 8000 },
      { data_root: 'relative' },
      { data_root: '/tmp/../etc' },
      { data_root: '/' },
    ]
    for (const values of bad) {
      const answer = await hq.call('POST', '/api/entity/Server', { server_name: 'bad', ...values })
      expect([values, answer.status]).toEqual([values, 417])
    }
    expect((await hq.call('PUT', '/api/entity/Server/main', { data_root: '/tmp/elsewhere' })).status).toBe(409)
  })

  test('fields that are fixed once the project is provisioned cannot change', async () => {
    for (const values of [{ default_language: 'he' }, { auto_provision: 0 }]) {
      expect((await hq.call('PUT', '/api/entity/Project/acme', values)).status).toBe(409)
    }
    expect((await hq.call('PUT', '/api/entity/Project/acme', { project_name: 'Acme Ltd', color: 'Red' })).status).toBe(
      200,
    )
  })
})

describe('signing in to a project through HQ', () => {
  const tokenOf = async (cookie: string) => {
    const { json } = await hq.act('acme', 'create_login_token', {}, cookie)
    expect(json.data.expires_in).toBe(60)
    return json.data.token as string
  }
  const signIn = (token: unknown) => askSite('/api/auth/login_with_token', { body: { token } as object })

  test('an operator becomes a System Manager there, once for each token', async () => {
    const token = await tokenOf(operator)
    const answers = await Promise.all([signIn(token), signIn(token), signIn(token)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401, 401])
    const good = answers.find(({ status }) => status === 200)
    expect(good?.json).toMatchObject({ message: 'Logged In', user: 'operator@example.com' })
    expect(good?.cookie).toMatch(/^sid_acme=/)
    const roles = await askSite('/api/entity/Role', { headers: { cookie: good?.cookie ?? '' } })
    expect(roles.status).toBe(200)
    expect((await signIn(token)).status).toBe(401)
    expect((await signIn(await tokenOf(operator))).json.user).toBe('operator@example.com')
  })

  test('the Administrator of HQ is the Administrator there, and both sites log it', async () => {
    const { json, cookie } = await signIn(await tokenOf(manager))
    expect(json.user).toBe('Administrator')
    const history = '/api/entity/User/Administrator?run_method=get_history'
    const there = await askSite(history, { body: {}, headers: { cookie } })
    expect(JSON.stringify(there.json)).toContain('manager@example.com')
    const here = await hq.act('acme', 'get_history')
    expect(JSON.stringify(here.json)).toContain('create_login_token')
  })

  test('no other token signs anybody in', async () => {
    const who = { aud: 'acme', sub: 'x@example.com', name: 'X', role: 'Administrator' } as const
    const { instanceSecret } = await hq.project('acme')
    const old = makeLoginToken(instanceSecret, who, Date.now() - 61_000)
    const elsewhere = makeLoginToken(instanceSecret, { ...who, aud: 'other' })
    for (const token of [old, elsewhere, makeLoginToken('guess', who), '', 'a.b', null, 5, ['x'], {}]) {
      const answer = await signIn(token)
      expect([answer.status, answer.json.message]).toEqual([401, 'Invalid login credentials'])
    }
    await hq.act('acme', 'get_history')
  })
})

describe('internal calls of a project', () => {
  test('answer HQ alone', async () => {
    const { instanceSecret } = await hq.project('acme')
    const logs = '/api/internal/logs'
    for (const path of ['/api/internal/info', logs, `${logs}?file=server.log`, `${logs}?search=started&limit=1`]) {
      const authorization = `Bearer ${instanceSecret}`
      for (const header of ['authorization', 'x-hq-authorization']) {
        expect((await askSite(path, { headers: { [header]: authorization } })).status).toBe(200)
        for (const wrong of ['', 'Bearer ', 'Bearer x', `Basic ${instanceSecret}`, `${authorization}x`]) {
          expect((await askSite(path, { headers: { [header]: wrong } })).status).toBe(404)
        }
      }
      expect((await askSite(path)).status).toBe(404)
    }
  })
})

describe('log files through HQ', () => {
  test('lines, pages and hits, and nothing outside of the folder', async () => {
    symlinkSync('/etc/passwd', join(hq.folder('acme'), 'logs', 'evil.log'))
    appendFileSync(join(hq.folder('acme'), 'logs', 'more.log'), 'first\nsecond\n')
    const files = await hq.act('acme', 'load_log_files', {}, operator)
    const names = files.json.data.map(({ name }: { name: string }) => name)
    expect(names).toContain('more.log')
    expect(names).not.toContain('evil.log')
    const page = await hq.act('acme', 'get_log_file_lines', { file: 'logs/more.log', line_count: 1 }, operator)
    expect(page.json.data).toMatchObject({
      content: 'second',
      lines: ['second'],
      line_count: 1,
      truncated: 1,
      start: 6,
      end: 13,
    })
    const hits = await hq.act('acme', 'search_logs', { text: 'FIRST', file: 'more.log' }, operator)
    expect(hits.json.data).toEqual({ hits: [{ file: 'logs/more.log', offset: 0, line: 'first' }], complete: 1 })
    for (const file of [
      '../config.json',
      'evil.log',
      '/etc/passwd',
      'logs/../config.json',
      '',
      null,
      7,
      ['more.log'],
    ]) {
      const answer = await hq.act('acme', 'get_log_file_lines', { file }, operator)
      expect([file, answer.status, answer.message]).toEqual([file, 404, 'Log file not found'])
    }
    for (const line_count of [0, 1001, 1.5, '150', -1]) {
      expect((await hq.act('acme', 'get_log_file_lines', { file: 'more.log', line_count })).status).toBe(417)
    }
    expect((await hq.act('acme', 'search_logs', { text: 'x', level: 'loud' })).status).toBe(417)
  })
})

test('the route lists each disk of HQ and its servers once, and the damaged files of HQ', async () => {
  const { json } = await hq.call('GET', '/api/app/get_disks', undefined, operator)
  expect(json).toEqual({
    disks: [{ name: 'HQ', servers: ['main'], free_bytes: expect.any(Number), total_bytes: expect.any(Number) }],
    damaged_files: { count: 0, names: [] },
  })
})

test('only HQ has the setting for how long project events are kept', async () => {
  const namesOf = (json: { all_fields: { fieldname: string }[] }) => json.all_fields.map(({ fieldname }) => fieldname)
  const path = '/api/entity/System%20Settings/meta'
  const ofHq = namesOf((await hq.call('GET', path)).json)
  const { token } = (await hq.act('acme', 'create_login_token')).json.data
  const { cookie } = await askSite('/api/auth/login_with_token', { body: { token } })
  const ofProject = namesOf((await askSite(path, { headers: { cookie } })).json)
  expect(ofHq).toContain('project_event_days')
  expect(ofProject).toEqual(ofHq.filter((name) => name !== 'project_event_days'))
})

test('load_project_data shows the figures that the site reports', async () => {
  const { json } = await hq.act('acme', 'load_project_data', {}, operator)
  expect(json.data).toMatchObject({
    id: 'acme',
    environment: 'Development',
    under_way: null,
    status: 'Running',
    server: 'main',
    driver: 'Local',
    restarts: 0,
    health: { ok: 1 },
    counts: { entities: 0, records: 0, files: 0, open_communications: 0, queued_emails: 0 },
    last_error: null,
  })
  expect(json.data.counts.users).toBeGreaterThanOrEqual(1)
  expect(json.data.disk.store_bytes).toBeGreaterThan(0)
  expect(json.data.disk.free_bytes).toBeGreaterThan(0)
  expect(json.data.disk.total_bytes).toBeGreaterThan(json.data.disk.free_bytes)
  expect(json.data.damaged_files).toEqual({ count: 0, names: [] })
  expect(json.data.events[0]).toMatchObject({ event: 'healthy', from_status: 'Provisioning', to_status: 'Running' })
  await hq.act('acme', 'stop_project')
  const stopped = await hq.act('acme', 'load_project_data')
  expect(stopped.json.data).toMatchObject({ status: 'Stopped', counts: null, health: { ok: 0 } })
  expect((await hq.act('acme', 'create_login_token')).status).toBe(409)
})
