import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIn, setSilently, systemContext } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

const people = ['viewer', 'starter', 'designer', 'lead', 'stranger', 'operator', 'manager'] as const
type Person = (typeof people)[number]

let hq: TestHq
const cookies = {} as Record<Person, string>
const made = {} as Record<'backup' | 'expired' | 'alert' | 'promotion' | 'failed' | 'event' | 'foreign', string>

beforeAll(async () => {
  hq = await startHq()
  const roles: Partial<Record<Person, string>> = { operator: 'Operator', manager: 'System Manager' }
  for (const one of people) cookies[one] = await hq.person(addressOf(one), [roles[one] ?? 'Project Operator'])
  for (const id of ['acme', 'other', 'third']) await hq.create(id, { auto_provision: 0 })
  const access = [
    { user: addressOf('viewer'), level: 'View' },
    { user: addressOf('starter'), level: 'Operate' },
    { user: addressOf('designer'), level: 'Design' },
    { user: addressOf('lead'), level: 'Manage' },
  ]
  expect((await hq.call('PUT', '/api/entity/Project', { id: 'acme', access })).status).toBe(200)
  const stranger = [{ user: addressOf('stranger'), level: 'Manage' }]
  expect((await hq.call('PUT', '/api/entity/Project', { id: 'other', access: stranger })).status).toBe(200)
  const { engine } = hq.site
  const ctx = systemContext(engine)
  await engine.store.write(async (tx) => {
    const make = async (entity: string, body: object) =>
      String((await createIn(engine, ctx, tx, entity, { ...body })).row.id)
    made.backup = await make('Backup', { project: 'acme', project_id: 'acme', type: 'Manual', status: 'Proven' })
    made.expired = await make('Backup', { project: 'acme', project_id: 'acme', type: 'Manual', status: 'Expired' })
    made.foreign = await make('Backup', { project: 'other', project_id: 'other', type: 'Manual', status: 'Proven' })
    await make('Backup', { project_id: '_hq', type: 'Scheduled', status: 'Stored' })
    made.alert = await make('Alert', { project: 'acme', type: 'Proof Failed', severity: 'Critical', message: 'x' })
    await make('Alert', { type: 'Disk', severity: 'Warning', message: 'x' })
    made.promotion = await make('Promotion', { title: 'Next', source: 'acme', target: 'acme' })
    await make('Promotion', { title: 'Foreign', source: 'acme', target: 'other' })
    made.failed = await make('Promotion', { title: 'Broken', source: 'acme', target: 'acme', status: 'Failed' })
    made.event = await make('Project Event', { project: 'acme', event: 'x' })
  })
})

afterAll(() => hq.remove())

const addressOf = (person: Person) => `${person}@example.com`
const record = '/api/entity/Project/acme'
const action = (name: string) => `${record}?run_method=${name}`
const onBackup = (name: string, id = made.backup) => `/api/entity/Backup/${id}?run_method=${name}`
const onPromotion = (name: string, id = made.promotion) => `/api/entity/Promotion/${id}?run_method=${name}`
const onServer = (name: string) => `/api/entity/Server/main?run_method=${name}`
const onSettings = (name: string) => `/api/entity/HQ Settings/HQ Settings?run_method=${name}`

describe('each door asks the level of its caller', () => {
  type Door = [door: string, method: string, path: () => string, body: object | undefined, statuses: number[]]
  const doors: Door[] = [
    // Statuses of viewer, starter, designer, lead, stranger, operator, manager.
    ['read', 'GET', () => record, undefined, [200, 200, 200, 200, 403, 200, 200]],
    ['change', 'PUT', () => record, { description: 'x' }, [403, 403, 403, 200, 403, 200, 200]],
    ['environment', 'PUT', () => record, { environment: 'Demo' }, [403, 403, 403, 403, 403, 403, 200]],
    ['delete', 'DELETE', () => '/api/entity/Project/third', undefined, [403, 403, 403, 403, 403, 403, 200]],
    ['data', 'POST', () => action('load_project_data'), {}, [200, 200, 200, 200, 403, 200, 200]],
    ['logs', 'POST', () => action('load_log_files'), {}, [200, 200, 200, 200, 403, 200, 200]],
    ['history', 'POST', () => action('get_history'), {}, [200, 200, 200, 200, 403, 200, 200]],
    ['start', 'POST', () => action('start_project'), {}, [403, 409, 409, 409, 403, 409, 409]],
    ['stop', 'POST', () => action('stop_project'), {}, [403, 409, 409, 409, 403, 409, 409]],
    ['restart', 'POST', () => action('restart_project'), {}, [403, 409, 409, 409, 403, 409, 409]],
    ['token', 'POST', () => action('create_login_token'), {}, [403, 403, 409, 409, 403, 409, 409]],
    ['password', 'POST', () => action('reveal_admin_password'), {}, [403, 403, 403, 403, 403, 403, 200]],
    ['backup', 'GET', () => `/api/entity/Backup/${made.backup}`, undefined, [200, 200, 200, 200, 403, 200, 200]],
    ['pin', 'PUT', () => `/api/entity/Backup/${made.backup}`, { pinned: 1 }, [403, 200, 200, 200, 403, 200, 200]],
    [
      'open reads',
      'POST',
      () => onBackup('list_backup_records'),
      { entity: 'User' },
      [403, 403, 409, 409, 403, 409, 409],
    ],
    [
      'compare',
      'POST',
      () => onBackup('compare_backup_records'),
      { entity: 'User', ids: ['x'] },
      [403, 403, 409, 409, 403, 409, 409],
    ],
    ['close', 'POST', () => onBackup('close_backup'), {}, [403, 403, 200, 200, 403, 200, 200]],
    [
      'records',
      'POST',
      () => action('restore_records'),
      { entity: 'User', all: 1 },
      [403, 403, 403, 417, 403, 417, 417],
    ],
    ['no delete', 'DELETE', () => `/api/entity/Backup/${made.backup}`, undefined, [403, 403, 403, 403, 403, 403, 403]],
    ['no backup', 'POST', () => '/api/entity/Backup', { note: 'x' }, [403, 403, 403, 403, 403, 403, 403]],
    [
      'promotion',
      'GET',
      () => `/api/entity/Promotion/${made.promotion}`,
      undefined,
      [200, 200, 200, 200, 403, 200, 200],
    ],
    ['alert', 'GET', () => `/api/entity/Alert/${made.alert}`, undefined, [200, 200, 200, 200, 403, 200, 200]],
    ['event', 'GET', () => `/api/entity/Project Event/${made.event}`, undefined, [200, 200, 200, 200, 403, 200, 200]],
    ['new project', 'POST', () => '/api/entity/Project', {}, [403, 403, 403, 403, 403, 417, 417]],
    ['plans', 'GET', () => '/api/entity/Backup Plan/Daily', undefined, [200, 200, 200, 200, 200, 200, 200]],
    [
      'change a plan',
      'PUT',
      () => '/api/entity/Backup Plan/Daily',
      { keep_daily: 8 },
      [403, 403, 403, 403, 403, 403, 200],
    ],
    ['stores', 'GET', () => '/api/entity/Backup Store', undefined, [403, 403, 403, 403, 403, 403, 200]],
    ['settings', 'GET', () => '/api/entity/HQ Settings/HQ Settings', undefined, [403, 403, 403, 403, 403, 403, 200]],
    ['access', 'GET', () => '/api/hq/access?user=viewer@example.com', undefined, [403, 403, 403, 403, 403, 403, 200]],
    ['disks', 'GET', () => '/api/app/get_disks', undefined, [403, 403, 403, 403, 403, 200, 200]],
    ['rows', 'GET', () => '/api/entity/Project Access', undefined, [417, 417, 417, 417, 417, 417, 417]],
    ['log lines', 'POST', () => action('get_log_file_lines'), { file: 'no.log' }, [404, 404, 404, 404, 403, 404, 404]],
    ['log search', 'POST', () => action('search_logs'), {}, [417, 417, 417, 417, 403, 417, 417]],
    ['take', 'POST', () => action('take_backup'), {}, [403, 409, 409, 409, 403, 409, 409]],
    ['prove', 'POST', () => onBackup('prove', made.expired), {}, [403, 409, 409, 409, 403, 409, 409]],
    ['open', 'POST', () => onBackup('open_backup', made.expired), {}, [403, 403, 409, 409, 403, 409, 409]],
    ['as new', 'POST', () => onBackup('restore_as_new'), {}, [403, 403, 403, 403, 403, 403, 404]],
    ['clone', 'POST', () => action('clone_project'), {}, [403, 403, 417, 417, 403, 417, 417]],
    ['refresh', 'POST', () => action('refresh_clone'), {}, [403, 403, 403, 409, 403, 409, 409]],
    ['restore', 'POST', () => action('restore_project'), {}, [403, 403, 403, 417, 403, 417, 417]],
    ['plan', 'POST', () => action('plan_promotion'), { target: 'acme' }, [403, 403, 417, 417, 403, 417, 417]],
    ['to another', 'POST', () => action('plan_promotion'), { target: 'other' }, [403, 403, 403, 403, 403, 409, 409]],
    ['pick', 'POST', () => onPromotion('pick'), {}, [403, 403, 417, 417, 403, 417, 417]],
    ['rehearse', 'POST', () => onPromotion('rehearse', made.failed), {}, [403, 403, 409, 409, 403, 409, 409]],
    ['apply', 'POST', () => onPromotion('apply'), {}, [403, 403, 403, 409, 403, 409, 409]],
    ['roll back', 'POST', () => onPromotion('roll_back'), {}, [403, 403, 403, 409, 403, 409, 409]],
    [
      'seen',
      'POST',
      () => `/api/entity/Alert/${made.alert}?run_method=mark_seen`,
      {},
      [403, 200, 200, 200, 403, 200, 200],
    ],
    ['check', 'POST', () => onServer('check_server'), {}, [403, 403, 403, 403, 403, 200, 200]],
    ['rest', 'POST', () => onServer('begin_maintenance'), {}, [403, 403, 403, 403, 403, 403, 200]],
    ['work', 'POST', () => onServer('end_maintenance'), {}, [403, 403, 403, 403, 403, 403, 200]],
    [
      'test',
      'POST',
      () => '/api/entity/Backup Store/local?run_method=test_store',
      {},
      [403, 403, 403, 403, 403, 403, 200],
    ],
    ['copy of HQ', 'POST', () => onSettings('take_backup'), {}, [403, 403, 403, 403, 403, 403, 200]],
    ['key', 'POST', () => onSettings('reveal_recovery_key'), {}, [403, 403, 403, 403, 403, 403, 200]],
    ['saved', 'POST', () => onSettings('confirm_recovery_key'), {}, [403, 403, 403, 403, 403, 403, 417]],
    ['set access', 'PUT', () => '/api/hq/access', {}, [403, 403, 403, 403, 403, 403, 400]],
    [
      'download',
      'GET',
      () => `/api/hq/backups/${made.backup}/download`,
      undefined,
      [403, 403, 403, 403, 403, 403, 404],
    ],
    ['trash', 'GET', () => '/api/hq/trash', undefined, [403, 403, 403, 403, 403, 403, 200]],
    ['out of it', 'POST', () => '/api/hq/restore_from_trash', {}, [403, 403, 403, 403, 403, 403, 404]],
    ['HQ files', 'POST', () => '/api/hq/load_log_files', {}, [403, 403, 403, 403, 403, 403, 200]],
    ['HQ lines', 'POST', () => '/api/hq/get_log_file_lines', {}, [403, 403, 403, 403, 403, 403, 404]],
    [
      'all logs',
      'POST',
      () => '/api/hq/search_logs',
      { text: 'x', projects: ['acme'] },
      [200, 200, 200, 200, 403, 200, 200],
    ],
    ['time line', 'GET', () => '/api/hq/timeline?project=acme', undefined, [200, 200, 200, 200, 403, 200, 200]],
    ['fleet', 'GET', () => '/api/hq/fleet', undefined, [200, 200, 200, 200, 200, 200, 200]],
    ['bulk', 'POST', () => '/api/hq/bulk', {}, [417, 417, 417, 417, 417, 417, 417]],
  ]

  test.each(doors)('%s', async (_door, method, path, body, statuses) => {
    const found: number[] = []
    for (const one of people) {
      const sent = method === 'POST' && path().includes('run_method') ? { data: body } : body
      found.push((await hq.call(method, path(), sent, cookies[one])).status)
    }
    expect(found).toEqual(statuses)
  })

  test('provisioning', async () => {
    const levels = people.slice(0, 4).map((one, at) => ({
      user: addressOf(one),
      level: ['View', 'Operate', 'Design', 'Manage'][at],
    }))
    await hq.create('still', { auto_provision: 0, access: levels })
    const { engine } = hq.site
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'still', { status: 'Stopped' }))
    const found: number[] = []
    for (const one of people) found.push((await hq.act('still', 'provision_project', {}, cookies[one])).status)
    expect(found).toEqual([403, 409, 409, 409, 403, 409, 409])
    expect((await hq.call('DELETE', '/api/entity/Project/still')).message).toBe('')
  })

  test('and each action of HQ and call of /api/hq is tried above', () => {
    const paths = doors.map(([, method, path]) => `${method} ${path()}`)
    const ofHq = hq.site.engine.models.all().filter(({ app }) => app === 'hq')
    const actions = hq.site.engine.actions.flatMap(({ entity, name }) =>
      ofHq.some(({ id }) => id === entity) ? [`${String(entity)} ${name}`] : [],
    )
    const isDoor = (one: string) => {
      const [, entity, name] = /^(.+) (\w+)$/.exec(one) ?? []
      return paths.some((path) => path.includes(`/api/entity/${entity}/`) && path.endsWith(`run_method=${name}`))
    }
    expect(actions.length).toBeGreaterThan(30)
    expect(actions.filter((one) => !isDoor(one))).toEqual(['Project provision_project'])
    const calls = [...hq.server.paths.keys()].filter((url) => url.startsWith('/api/hq/'))
    const isCalled = (url: string) => {
      const pattern = new RegExp(`^\\w+ ${url.replace(/:\w+/g, '[^/]+')}(\\?|$)`)
      return paths.some((path) => pattern.test(path))
    }
    expect(calls.length).toBeGreaterThan(8)
    expect(calls.filter((url) => !isCalled(url))).toEqual([])
  })
})

test('a record says what its caller may do with it', async () => {
  const said = people.slice(0, 4).map(async (one) => {
    const { entity } = (await hq.call('GET', record, undefined, cookies[one])).json
    return [entity._level, entity._rights.write, entity._rights.delete]
  })
  expect(await Promise.all(said)).toEqual([
    ['View', 0, 0],
    ['Operate', 0, 0],
    ['Design', 0, 0],
    ['Manage', 1, 0],
  ])
})

test('a project that nobody has answers a Project Operator as a foreign one does', async () => {
  for (const id of ['other', 'nowhere']) {
    for (const call of [
      () => hq.call('GET', `/api/entity/Project/${id}`, undefined, cookies.lead),
      () => hq.act(id, 'load_project_data', {}, cookies.lead),
    ]) {
      const { status, json } = await call()
      expect([id, status, json.message]).toEqual([id, 403, 'You do not have permission to view Project.'])
    }
  }
})

test('lists, counts, suggestions and searches hold no foreign project', async () => {
  const listOf = async (entity: string, person: Person) => {
    const { json } = await hq.call('GET', `/api/entity/${entity}?order_by=id`, undefined, cookies[person])
    return [json.count, json.data.map(({ id }: { id: string }) => id)]
  }
  expect(await listOf('Project', 'viewer')).toEqual([1, ['acme']])
  expect(await listOf('Project', 'stranger')).toEqual([1, ['other']])
  expect((await listOf('Project', 'operator'))[0]).toBe(2)
  expect(await listOf('Backup', 'viewer')).toEqual([2, [made.backup, made.expired].toSorted()])
  expect((await listOf('Backup', 'operator'))[0]).toBe(3)
  expect(Number((await listOf('Backup', 'manager'))[0])).toBeGreaterThan(3)
  expect((await listOf('Alert', 'viewer'))[0]).toBe(1)
  expect((await listOf('Alert', 'operator'))[0]).toBe(2)
  expect(await listOf('Promotion', 'viewer')).toEqual([2, [made.promotion, made.failed].toSorted()])
  const events = await hq.call('GET', '/api/entity/Project Event?fields=["project"]', undefined, cookies.viewer)
  expect(new Set(events.json.data.map((row: { project: string }) => row.project))).toEqual(new Set(['acme']))
  const found = await hq.call('GET', '/api/utils/get_link_field_list?entity=Project', undefined, cookies.viewer)
  expect(found.json.search.map(({ value }: { value: string }) => value)).toEqual(['acme'])
  const all = await hq.call('GET', '/api/app/search?text=other', undefined, cookies.viewer)
  expect([all.status, JSON.stringify(all.json).includes('"other"')]).toEqual([200, false])
})

test('a Project Operator reads of servers only names and states', async () => {
  const { json } = await hq.call('GET', '/api/entity/Server/main', undefined, cookies.viewer)
  expect(
    Object.keys(json.entity)
      .filter((key) => !key.startsWith('_'))
      .sort(),
  ).toEqual(['assignments', 'id', 'is_following', 'server_name', 'status'])
  const { status } = await hq.call('GET', '/api/entity/Server?filters={"project_count":2}', undefined, cookies.viewer)
  expect(status).toBe(417)
  await hq.call('PUT', '/api/entity/Server/main', { public_host: 'hq.example', status: 'Maintenance' })
  await hq.call('PUT', '/api/entity/Server/main', { public_host: null, status: 'Online' })
  const history = await hq.call('POST', '/api/entity/Server/main?run_method=get_history', { data: {} }, cookies.viewer)
  const changed = history.json.data.flatMap(({ data }: { data: { changed: [string][] } }) => data.changed)
  expect(new Set(changed.map(([name]: [string]) => name))).toEqual(new Set(['server_name', 'status']))
})

test('System Managers alone read and set who has access', async () => {
  for (const one of ['lead', 'operator'] as const) {
    const { json } = await hq.call('PUT', record, { access: [] }, cookies[one])
    expect(json.entity).not.toHaveProperty('access')
  }
  const { json } = await hq.call('GET', record, undefined, cookies.manager)
  expect(json.entity.access).toHaveLength(4)
})

test('a Manager may delete a Staging clone', async () => {
  const access = [
    { user: addressOf('lead'), level: 'Manage' },
    { user: addressOf('designer'), level: 'Design' },
  ]
  await hq.create('copy', { auto_provision: 0, environment: 'Staging', access })
  const remove = (person: Person) => hq.call('DELETE', '/api/entity/Project/copy', undefined, cookies[person])
  const canDelete = async () =>
    (await hq.call('GET', '/api/entity/Project/copy', undefined, cookies.lead)).json.entity._rights.delete
  expect([await canDelete(), (await remove('lead')).status]).toEqual([0, 403])
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'copy', { clone_of: 'acme' }))
  expect([await canDelete(), (await remove('designer')).status, (await remove('lead')).status]).toEqual([1, 403, 200])
})

describe('the levels of one person on all projects', () => {
  const path = '/api/hq/access'
  const user = addressOf('viewer')
  const read = async () => (await hq.call('GET', `${path}?user=${user}`)).json.projects

  test('are read and replaced, with a version for each project that changes', async () => {
    const projects = [
      { project: 'acme', level: 'View' },
      { project: 'other', level: 'Design' },
    ]
    const versions = async () =>
      (await hq.call('GET', '/api/entity/Version?filters={"ref_entity":"Project"}')).json.count
    const before = await versions()
    expect((await hq.call('PUT', path, { user, projects })).json).toEqual({ projects })
    expect([await read(), (await versions()) - before]).toEqual([projects, 1])
    await hq.call('PUT', path, { user, projects: [{ project: 'acme', level: 'View' }] })
    expect([await read(), (await versions()) - before]).toEqual([[{ project: 'acme', level: 'View' }], 2])
  })

  test('change as a whole or not at all', async () => {
    const before = await read()
    const wrong = [
      {
        user,
        projects: [
          { project: 'other', level: 'View' },
          { project: 'nowhere', level: 'View' },
        ],
      },
      { user, projects: [{ project: 'other', level: 'Everything' }] },
      {
        user,
        projects: [
          { project: 'other', level: 'View' },
          { project: 'other', level: 'View' },
        ],
      },
      { user: 'nobody@example.com', projects: [] },
      { user, projects: 'other' },
      { user, projects: [null] },
      {},
    ]
    for (const body of wrong) {
      const { status } = await hq.call('PUT', path, body)
      expect([body, [400, 417].includes(status)]).toEqual([body, true])
    }
    expect(await read()).toEqual(before)
  })

  test('go with a deleted person', async () => {
    await hq.person('gone@example.com', ['Project Operator'])
    await hq.call('PUT', path, { user: 'gone@example.com', projects: [{ project: 'acme', level: 'View' }] })
    expect((await hq.call('DELETE', '/api/entity/User/gone@example.com')).status).toBe(200)
    const { json } = await hq.call('GET', record)
    expect(json.entity.access.map((row: { user: string }) => row.user)).not.toContain('gone@example.com')
  })
})

test('the calls of HQ are for those who work with projects', async () => {
  const staff = await hq.person('staff@example.com', ['Staff'])
  const statuses = [staff, cookies.operator, 'sid=nobody'].map(
    async (cookie) => (await hq.call('GET', '/api/hq/access?user=x', undefined, cookie)).status,
  )
  expect(await Promise.all(statuses)).toEqual([403, 403, 401])
})
