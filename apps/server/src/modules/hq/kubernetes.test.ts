import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportSite, importSite } from '../../cli/definitions.ts'
import { resetPassword } from '../../cli/reset-password.ts'
import { utcText } from '../../ground/utc-text.ts'
import { marks } from '../../hosting/kubernetes/names.ts'
import { KubernetesDriver } from '../../hosting/kubernetes.ts'
import { startHq } from '../../testing/test-hq.ts'
import { readServer } from './rows.ts'
import { serverSpec } from './site-spec.ts'
import { TestWorld } from './testing-kubernetes.ts'

let world: TestWorld

beforeAll(async () => {
  world = await TestWorld.open()
})

afterAll(() => world.close())

describe('a project in a cluster', () => {
  const markOf = () => world.deploymentOf('acme').spec.template.metadata.annotations[marks.config]
  let firstMark = ''

  test('comes up with everything that it needs, and its Administrator can sign in', async () => {
    await world.hq.create('acme', { server: 'cluster', default_language: 'he' })
    const project = await world.hq.until('acme', 'Running')
    firstMark = markOf()
    expect(project).toMatchObject({ driver: 'Kubernetes', stagingUrl: 'https://acme.apps.example.com' })
    expect(world.namesIn('acme')).toEqual([
      'Deployment site',
      'Ingress site',
      'NetworkPolicy site',
      'PersistentVolumeClaim data',
      'Secret site-config',
      'Service site',
    ])
    const limits = world.deploymentOf('acme').spec.template.spec.containers[0].resources.limits
    expect(limits).toEqual({ cpu: '1', memory: '512Mi' })
    expect(world.configOf('acme')).toMatchObject({ site: 'acme', cookie_name: 'sid_acme', default_language: 'he' })
    expect(world.configOf('acme').trusted_proxies).toEqual(['10.244.0.0/16', '10.0.0.7/32'])
    expect(await world.signIn('acme')).toBe(200)
  })

  test('shows the figures that its site reports', async () => {
    const { json } = await world.hq.act('acme', 'load_project_data')
    expect(json.data).toMatchObject({
      driver: 'Kubernetes',
      health: { ok: 1 },
      counts: { entities: 0 },
      last_error: null,
    })
    expect(json.data.disk.store_bytes).toBeGreaterThan(0)
    const told = json.data.events.map(({ message }: { message: string }) => message)
    expect(told).toEqual(
      expect.arrayContaining([
        'The name acme.apps.example.com is reserved.',
        'The site answers at https://acme.apps.example.com.',
      ]),
    )
  })

  test('restarts as a new pod with the same data, and its first password leaves the cluster', async () => {
    const before = world.podOf('acme')
    await world.hq.act('acme', 'restart_project')
    await world.hq.until('acme', 'Running')
    expect(world.podOf('acme')?.metadata.uid).not.toBe(before?.metadata.uid)
    expect(world.deploymentOf('acme').spec.template.metadata.annotations).toHaveProperty([marks.restarted])
    expect(world.configOf('acme').admin_password).toBeNull()
    // The configuration that the first start leaves behind ends no pod.
    expect(markOf()).toBe(firstMark)
    expect(await world.signIn('acme')).toBe(200)
  })

  test('trusts no forwarded client address while its server does not name the ingress', async () => {
    const name = (ingress_addresses: string | null) =>
      world.hq.call('PUT', '/api/entity/Server/cluster', { ingress_addresses })
    expect((await name(null)).status).toBe(200)
    await world.hq.act('acme', 'restart_project')
    await world.hq.until('acme', 'Running')
    expect(world.configOf('acme')).toMatchObject({ trusted_proxies: [], guest_rate_limit: 3000 })
    await fetch(`http://127.0.0.1:${world.podOf('acme')?.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
      body: JSON.stringify({ email: 'stranger@example.com', password: 'guess' }),
    })
    const log = join(world.cluster.root, world.claimOf('acme').metadata.uid, 'logs', 'security.log')
    const lineOf = () =>
      readFileSync(log, 'utf8')
        .split('\n')
        .find((line) => line.includes('stranger@example.com'))
    await expect.poll(lineOf).toContain('"address":"127.0.0.1"')
    expect((await name('10.244.0.0/16, 10.0.0.7/32')).status).toBe(200)
    await world.hq.act('acme', 'restart_project')
    await world.hq.until('acme', 'Running')
    expect(world.configOf('acme')).toMatchObject({ trusted_proxies: ['10.244.0.0/16', '10.0.0.7/32'] })
    expect(world.configOf('acme').guest_rate_limit ?? null).toBeNull()
  })

  test('is closed by a policy for as long as its server names from where the ingress and HQ call', async () => {
    const name = (control_plane_addresses: string | null) =>
      world.hq.call('PUT', '/api/entity/Server/cluster', { control_plane_addresses })
    const restarted = async () => {
      await world.hq.act('acme', 'restart_project')
      await world.hq.until('acme', 'Running')
      return world.namesIn('acme')
    }
    expect((await name(null)).status).toBe(200)
    expect(await restarted()).not.toContain('NetworkPolicy site')
    expect((await name('10.0.0.10/32')).status).toBe(200)
    expect(await restarted()).toContain('NetworkPolicy site')
  })

  test('that hangs is ended and started again', async () => {
    const before = world.podOf('acme')
    process.kill(before?.pid as number, 'SIGSTOP')
    await expect.poll(async () => (await world.hq.project('acme')).restarts).toBe(1)
    await world.hq.until('acme', 'Running')
    expect(world.podOf('acme')?.metadata.uid).not.toBe(before?.metadata.uid)
  })

  test('that crashes is started again', async () => {
    process.kill(world.podOf('acme')?.pid as number, 'SIGKILL')
    await expect.poll(async () => (await world.hq.project('acme')).restarts).toBe(2)
    await world.hq.until('acme', 'Running')
  })

  test('gives a user another password, and its definitions go out and in, by command', async () => {
    const reset = (user: string) => resetPassword(world.hq.dir, {}, { user, project: 'acme' })
    const user = 'clerk@example.com'
    const { status } = await world.atSite('acme', 'POST', '/api/entity/User', { email: user, full_name: 'Clerk' })
    expect(status).toBe(200)
    const [, password = ''] = /^New password of \S+: (\w{20})\n$/.exec(await reset(user)) ?? []
    const signIn = await fetch(`http://127.0.0.1:${world.podOf('acme')?.port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user, password }),
    })
    expect(signIn.status).toBe(200)
    await expect(reset('nobody')).rejects.toThrow('This site has no user nobody.')

    const folder = join(world.hq.dir, 'definitions')
    const said: string[] = []
    const args = ['acme', folder, '--data', world.hq.dir]
    const print = (line: string) => said.push(line)
    await exportSite(args, print)
    const [file = ''] = readdirSync(join(folder, 'System Settings')).map((name) =>
      join(folder, 'System Settings', name),
    )
    const item = JSON.parse(readFileSync(file, 'utf8'))
    writeFileSync(file, JSON.stringify({ ...item, value: { ...item.value, site_title: 'Acme Bakery' } }))
    await importSite([...args, '--apply'], print)
    expect(said.at(-1)).toMatch(/^Steps carried out: 1, as operation /)
    await importSite(args, print)
    expect(said.at(-1)).toBe('The definitions are the same.')
  })

  test('tells the figures of the fleet and the messages that failed, for the time line', async () => {
    const own = async () => {
      const { json } = await world.hq.call('GET', '/api/hq/fleet')
      return json.projects.find(({ id }: { id: string }) => id === 'acme')
    }
    await expect.poll(async () => (await own()).storage).toBeGreaterThan(0)
    expect(await own()).toMatchObject({ status: 'Running', errors_24h: 0 })
    const { json } = await world.hq.call('GET', '/api/hq/timeline?project=acme')
    expect(json.complete).toBe(1)
    expect(json.items.map(({ kind }: { kind: string }) => kind)).toContain('event')
  })

  test('shows the logs of its container, of the one before it and of its data folder, and nothing else', async () => {
    const { json } = await world.hq.act('acme', 'load_log_files')
    const names = json.data.map(({ name }: { name: string }) => name)
    expect(names).toEqual(expect.arrayContaining(['server.log', 'server.log.1', 'web.log']))
    expect(new Set(names).size).toBe(names.length)
    for (const file of ['server.log', 'logs/server.log.1']) {
      const { json: page } = await world.hq.act('acme', 'get_log_file_lines', { file, line_count: 10 })
      expect(page.data.content).toContain('"msg":"started"')
      expect(page.data.end).toBe(page.data.size)
    }
    const { json: web } = await world.hq.act('acme', 'get_log_file_lines', { file: 'web.log', line_count: 200 })
    expect(web.data.lines.join()).toContain(' 200 GET /api/health ')
    const { json: started } = await world.hq.act('acme', 'search_logs', { text: 'STARTED' })
    const files = started.data.hits.map(({ file }: { file: string }) => file)
    expect([files, started.data.complete]).toEqual([['logs/server.log', 'logs/server.log.1'], 1])
    const { json: calls } = await world.hq.act('acme', 'search_logs', { text: 'auth/login', file: 'web.log', limit: 1 })
    expect(calls.data.hits).toHaveLength(1)
    const from = world.hq.site.engine.clock.toWall(utcText(Date.now() - 1_800_000)).slice(0, 19)
    const { json: all } = await world.hq.call('POST', '/api/hq/search_logs', { text: 'auth/login', from })
    expect(all.unreachable).toEqual([])
    expect(all.hits[0]).toMatchObject({ project: 'acme', file: 'logs/web.log' })
    for (const file of ['../config.json', 'config.json', '/etc/passwd', 'logs/../config.json']) {
      expect((await world.hq.act('acme', 'get_log_file_lines', { file })).status).toBe(404)
      expect((await world.hq.act('acme', 'search_logs', { text: 'a', file })).status).toBe(404)
    }
  })

  test('ends the sessions that HQ ends, also after the cluster was away', async () => {
    const operator = await world.hq.person('leaver@example.com', ['Operator'])
    const ask = async (path: string, cookie: string, body?: object) => {
      const response = await fetch(`http://127.0.0.1:${world.podOf('acme')?.port}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { cookie, ...(body ? { 'content-type': 'application/json' } : {}) },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      const sent = response.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
      return { cookie: sent, json: (await response.json()) as { user?: string } }
    }
    const { token } = (await world.hq.act('acme', 'create_login_token', {}, operator)).json.data
    const { cookie } = await ask('/api/auth/login_with_token', '', { token })
    const whoIs = async () => (await ask('/api/auth/validate', cookie)).json.user
    expect(await whoIs()).toBe('leaver@example.com')
    world.cluster.denied.add('create services/proxy')
    await world.hq.call('PUT', '/api/user/leaver@example.com', { enabled: 0 })
    expect(await whoIs()).toBe('leaver@example.com')
    world.cluster.denied.clear()
    await expect.poll(whoIs).toBe('Guest')
  })

  test('loses its pod when it stops, and starts again on its data', async () => {
    expect((await world.hq.act('acme', 'stop_project')).json.data).toEqual({ status: 'Stopped' })
    expect([world.deploymentOf('acme').spec.replicas, world.podOf('acme')]).toEqual([0, undefined])
    expect((await world.hq.act('acme', 'load_log_files')).json.data).toEqual([])
    const reset = resetPassword(world.hq.dir, {}, { user: 'Administrator', project: 'acme' })
    await expect(reset).rejects.toThrow('This is not possible while the project is Stopped.')
    await world.hq.act('acme', 'start_project')
    await world.hq.until('acme', 'Running')
    expect(await world.signIn('acme')).toBe(200)
  })

  test('runs on while the cluster is away, and HQ does the requested work once it is back', async () => {
    const uid = world.podOf('acme')?.metadata.uid
    await world.cluster.goAway()
    await expect.poll(() => world.healthOf('acme')).toBe(0)
    const refused = await world.hq.act('acme', 'load_log_files')
    expect([refused.status, refused.message]).toEqual([503, 'The cluster cannot be reached (ECONNREFUSED).'])
    expect((await world.hq.act('acme', 'restart_project')).status).toBe(200)
    expect((await world.hq.until('acme', 'Failed')).lastError).toBe('The cluster cannot be reached (ECONNREFUSED).')
    expect(await world.checkServer('cluster')).toMatchObject({ status: 'Offline' })
    await world.cluster.listen()
    await world.hq.act('acme', 'start_project')
    await world.hq.until('acme', 'Running')
    expect(world.podOf('acme')?.metadata.uid).toBe(uid)

    await world.cluster.goAway()
    const stopped = await world.hq.act('acme', 'stop_project')
    expect([stopped.status, stopped.message]).toEqual([409, 'The cluster cannot be reached (ECONNREFUSED).'])
    expect((await world.hq.project('acme')).status).toBe('Running')
    await world.cluster.listen()
    await world.hq.until('acme', 'Stopped')
    expect(world.podOf('acme')).toBeUndefined()
    await world.hq.act('acme', 'start_project')
    await world.hq.until('acme', 'Running')
  })

  test('outlives HQ, which finds it again', async () => {
    const uid = world.podOf('acme')?.metadata.uid
    await world.hq.close()
    expect(world.podOf('acme')?.pid).toBeDefined()
    await world.cluster.goAway()
    // At the same address, which its projects know.
    world.hq = await startHq({ dir: world.hq.dir, port: Number(new URL(world.hq.url).port) })
    // While its health is unknown, it counts as running and HQ does nothing to it.
    await expect.poll(() => world.healthOf('acme')).toBe(0)
    expect((await world.hq.project('acme')).status).toBe('Running')
    await world.cluster.listen()
    await expect.poll(() => world.healthOf('acme')).toBe(1)
    expect([world.podOf('acme')?.metadata.uid, (await world.hq.project('acme')).restarts]).toEqual([uid, 2])
  })

  test('is deleted with everything but its data, which a project of the same name does not get', async () => {
    await world.hq.act('acme', 'stop_project')
    expect((await world.hq.call('DELETE', '/api/entity/Project/acme', { force: 1 })).status).toBe(200)
    expect(world.namesIn('acme')).toEqual(['PersistentVolumeClaim data'])
    await world.hq.create('acme', { server: 'cluster' })
    await world.hq.until('acme', 'Running')
    expect(world.namesIn('acme')).toEqual(
      expect.arrayContaining(['PersistentVolumeClaim data', 'PersistentVolumeClaim data-2']),
    )
    expect(await world.signIn('acme')).toBe(200)
    expect(await trash('acme')).toEqual(['PersistentVolumeClaim data', 'PersistentVolumeClaim data-2'])
    const old = new Date(Date.now() - 8 * 86_400_000).toISOString()
    Object.assign(world.claimOf('acme').metadata.annotations, { [marks.removed]: old })
    expect(await trash('acme')).toEqual(['PersistentVolumeClaim data-2'])
    await world.hq.act('acme', 'stop_project')
    await world.hq.call('DELETE', '/api/entity/Project/acme', { force: 1 })
    for (const one of world.cluster.objects.values()) {
      if (one.metadata.annotations?.[marks.removed]) Object.assign(one.metadata.annotations, { [marks.removed]: old })
    }
    await trash('acme')
    expect([...world.cluster.objects.keys()].filter((path) => path.includes('project-acme'))).toEqual([])
  })
})

/** Claims that remain after HQ purged old data. */
async function trash(id: string): Promise<string[]> {
  const { engine } = world.hq.site
  await new KubernetesDriver().purge(serverSpec(world.hq.site, await readServer(engine, 'cluster')))
  return world.namesIn(id).filter((name) => name.startsWith('PersistentVolumeClaim'))
}
