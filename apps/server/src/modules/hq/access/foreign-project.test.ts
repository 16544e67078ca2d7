import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext } from '../../../entity/index.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { ask, heardBy } from '../../../live/testing.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

const me = 'partner@example.com'
const keeper = 'keeper@example.com'
/** In every name and text of what the partner is not to know of. */
const mark = /zorgon/i
let hq: TestHq
let own: string

beforeAll(async () => {
  hq = await startHq()
  own = await hq.person(me, ['Project Operator'])
  await hq.create('acme', { auto_provision: 0, access: [{ user: me, level: 'Manage' }] })
})

afterAll(() => hq.remove())

async function make(entity: string, body: object): Promise<string> {
  const { engine } = hq.site
  return String((await createRecord(engine, systemContext(engine), entity, { ...body })).id)
}

/** Another project, with everything that belongs to it, and what leads from it to the partner and their project. */
async function makeForeign(): Promise<void> {
  const now = utcText(Date.now())
  const more = { auto_provision: 0, project_name: 'Zorgon Ltd', description: 'Zorgon notes' }
  await hq.create('zorgon', more)
  const ofIt = { project: 'zorgon', project_id: 'zorgon' }
  const backup = { ...ofIt, type: 'Manual', status: 'Proven', note: 'zorgon note', taken_at: now }
  const id = await make('Backup', backup)
  const alert = { project: 'zorgon', type: 'Proof Failed', severity: 'Critical', message: 'zorgon failed', since: now }
  await make('Alert', alert)
  await make('Project Event', { project: 'zorgon', event: 'zorgon', at: now })
  await make('Promotion', { title: 'of zorgon', source: 'zorgon', target: 'acme', status: 'Applied' })
  await make('Promotion', { title: 'to zorgon', source: 'acme', target: 'zorgon', status: 'Applied' })
  const place = { entity: 'Project', id: 'zorgon' }
  for (const is_private of ['0', '1']) {
    const file = { filedata: 'eA==', filename: 'zorgon.txt', decode_base64: 1, is_private, ...place }
    expect((await hq.call('POST', '/api/files', file)).message).toBe('')
  }
  for (const opened of [place, { entity: 'Backup', id }]) await hq.call('POST', '/api/app/recent', opened)
  expect((await hq.call('PUT', '/api/entity/Project/zorgon', { description: 'Zorgon changed' })).message).toBe('')
  await hq.create('zorgon-old', { auto_provision: 0 })
  expect((await hq.call('DELETE', '/api/entity/Project/zorgon-old')).message).toBe('')
  expect((await hq.call('POST', '/api/entity/Server', { server_name: 'zorgon-server' })).message).toBe('')
  mkdirSync(join(hq.folder('zorgon'), 'logs'), { recursive: true })
  const line = { level: 50, time: new Date().toISOString(), msg: 'zorgon broke', request_id: 'abcdef0123456789' }
  writeFileSync(join(hq.folder('zorgon'), 'logs', 'server.log'), `${JSON.stringify(line)}\n`)
}

/** The answers to all that the partner can ask, as `status text` by the call. */
async function askEverything(): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  // biome-ignore lint/suspicious/noExplicitAny: the answers are of many forms
  const asked = async (method: string, path: string, body?: object): Promise<any> => {
    const { status, json } = await hq.call(method, path, body, own)
    answers.set(`${method} ${path} ${body ? JSON.stringify(body) : ''}`, `${status} ${JSON.stringify(json)}`)
    return json
  }
  for (const { id, kind } of hq.site.engine.models.all()) {
    const entity = encodeURIComponent(id)
    const path = `/api/entity/${entity}`
    const { data = [] } = await asked('GET', `${path}?fields=["*"]&limit_page_length=200`)
    for (const part of [
      ...['/meta', '/summary?aggregates=["count"]&group_by=owner', '/values?field=id', '?search=zorgon'],
      ...[
        '?or_filters={"id":["like","%25zorg%25"]}',
        '?filters={"project":"zorgon"}',
        '?filters={"clone_of":"zorgon"}',
      ],
    ]) {
      await asked('GET', path + part)
    }
    await asked('GET', `/api/utils/get_link_field_list?entity=${entity}&txt=`)
    for (const record of kind === 'Table' ? [] : data) {
      const one = encodeURIComponent(record.id)
      await asked('GET', `${path}/${one}`)
      for (const action of ['get_history', 'get_state', 'get_copy', 'load_project_data']) {
        await asked('POST', `${path}/${one}?run_method=${action}`, { data: {} })
      }
      for (const call of ['get_related', 'get_neighbours'])
        await asked('GET', `/api/app/${call}?entity=${entity}&id=${one}`)
    }
  }
  for (const id of ['acme', 'zorgon']) {
    await asked('POST', '/api/utils/resolve_links', { links: [{ entity: 'Project', id }] })
    for (const call of ['get_mentionable', 'get_related', 'get_communications']) {
      await asked('GET', `/api/app/${call}?entity=Project&id=${id}`)
    }
    for (const action of ['load_log_files', 'get_log_file_lines', 'search_logs', 'get_history']) {
      await asked('POST', `/api/entity/Project/${id}?run_method=${action}`, {
        data: { file: 'server.log', text: 'broke' },
      })
    }
    await asked('GET', `/api/hq/timeline?project=${id}`)
  }
  for (const path of [
    ...['/api/app/get_home', '/api/app/get_navigation', '/api/app/recent', '/api/app/views?entity=Project'],
    ...['/api/app/search?text=zorgon', '/api/app/search?text=zor', '/api/app/get_disks', '/api/user/profiles'],
    ...['/api/hq/fleet', '/api/hq/trash', '/api/hq/access?user=x', '/api/hq/timeline?reference=abcdef0123456789'],
    ...['/api/hq/timeline?project=_hq', '/api/user', '/api/auth/validate'],
  ]) {
    await asked('GET', path)
  }
  for (const body of [
    ...[{ text: 'broke' }, { level: 'error' }, { text: 'broke', projects: ['acme'] }],
    ...[
      { text: 'broke', projects: ['_hq'] },
      { text: 'broke', projects: ['zorgon'] },
    ],
  ]) {
    await asked('POST', '/api/hq/search_logs', body)
  }
  await asked('POST', '/api/hq/bulk', { action: 'start', projects: ['acme', 'zorgon', 'nowhere'] })
  return answers
}

/** An answer without what differs from call to call, and without what the caller has sent. */
const settled = (answer: string) =>
  answer.replace(/"request_id":"[^"]*"/g, '').replace(/\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d[.\d]*Z?/g, '')

test('no answer to a Project Operator tells of a foreign project, or is another because there is one', async () => {
  const before = await askEverything()
  await makeForeign()
  const after = await askEverything()
  expect([...after.keys()]).toEqual([...before.keys()])
  expect([...after.values()].filter((answer) => answer.startsWith('200 ')).length).toBeGreaterThan(100)
  for (const [call, answer] of after) {
    expect([call, settled(answer)]).toEqual([call, settled(before.get(call) ?? '')])
    if (!mark.test(call)) expect([call, answer]).not.toEqual([call, expect.stringMatching(mark)])
  }
}, 60_000)

test('nothing tells a person of a project any more once they are taken from its access', async () => {
  const other = await hq.person(keeper, ['Project Operator'])
  const both = [me, keeper].map((user) => ({ user, level: 'Manage' }))
  await hq.create('zorgon-two', { auto_provision: 0, project_name: 'Zorgon Two', access: both })
  const place = { reference_entity: 'Project', reference_id: 'zorgon-two' }
  const withMe = async (path: string, body: object) => expect((await hq.call('POST', path, body, own)).message).toBe('')
  const newsOf = async (cookie: string) =>
    (await hq.call('GET', '/api/entity/Notification', undefined, cookie)).json.count
  await withMe('/api/app/recent', { entity: 'Project', id: 'zorgon-two' })
  await withMe('/api/entity/Reminder', { ...place, remind_at: '2030-01-01 10:00:00', text: 'zorgon' })
  const file = { filedata: 'eA==', filename: 'zorgon.txt', decode_base64: 1, entity: 'Project', id: 'zorgon-two' }
  await withMe('/api/files', { ...file, is_private: '1' })
  const assignment = { ...place, user: me, description: 'zorgon' }
  expect((await hq.call('POST', '/api/entity/Assignment', assignment)).message).toBe('')
  for (const cookie of [own, other]) {
    await hq.call('POST', '/api/entity/Project/zorgon-two?run_method=follow', { data: {} }, cookie)
  }
  const change = (body: object) => hq.call('PUT', '/api/entity/Project/zorgon-two', body)
  await change({ description: 'zorgon one' })
  await expect.poll(() => newsOf(own), { timeout: 10_000 }).toBe(2)

  await change({ access: [{ user: keeper, level: 'Manage' }] })
  await change({ description: 'zorgon two', project_name: 'Zorgon Secret' })
  const isTold = async () => {
    const { json } = await hq.call('GET', '/api/entity/Notification?fields=["count"]', undefined, other)
    return json.data.reduce((sum: number, row: { count: number }) => sum + row.count, 0)
  }
  await expect.poll(isTold, { timeout: 10_000 }).toBeGreaterThan(1)
  for (const [call, answer] of await askEverything()) {
    if (!mark.test(call)) expect([call, answer]).not.toEqual([call, expect.stringMatching(mark)])
  }
  expect(await newsOf(own)).toBe(0)
}, 60_000)

describe('a socket of a Project Operator', () => {
  let socket: Socket
  const lists = ['Project', 'Backup', 'Promotion', 'Alert', 'Project Event', 'Server']

  beforeAll(async () => {
    socket = io(hq.url, { extraHeaders: { cookie: own }, forceNew: true, transports: ['websocket'] })
    await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject))
  })
  afterAll(() => socket.disconnect())

  /** Everything that the socket hears, but for news that name nothing: the signal that a list is to be read again. */
  async function heard(during: () => Promise<unknown>): Promise<object[]> {
    const found: unknown[] = []
    const note = (_: string, payload: unknown) => found.push(payload)
    socket.onAny(note)
    await heardBy(socket, 'list_update', during)
    socket.offAny(note)
    return (found as { id: string | null }[]).filter(({ id }) => id !== null)
  }
  const setLevel = (level?: string) =>
    hq.call('PUT', '/api/hq/access', { user: me, projects: level ? [{ project: 'acme', level }] : [] })
  const change = (project: string) => async () => {
    const description = `zorgon ${Math.random()}`
    expect((await hq.call('PUT', `/api/entity/Project/${project}`, { description })).message).toBe('')
    await make('Backup', { project, project_id: project, type: 'Manual', status: 'Proven' })
    await make('Alert', { project, type: 'Proof Failed', severity: 'Critical', message: 'x' })
    await make('Project Event', { project, event: 'x' })
  }

  test('hears of their own projects at any level, and of no other one, whatever they joined before', async () => {
    const backup = await make('Backup', { project: 'acme', project_id: 'acme', type: 'Manual', status: 'Proven' })
    for (const entity of lists) expect((await ask(socket, 'list_update', entity)).ok).toBe(true)
    for (const event of ['doc_subscribe', 'doc_open']) {
      expect(await ask(socket, event, 'Project', 'acme')).toEqual({ ok: true })
      expect(await ask(socket, event, 'Backup', backup)).toEqual({ ok: true })
      expect(await ask(socket, event, 'Project', 'zorgon')).toMatchObject({ ok: false, status: 403 })
      expect(await ask(socket, event, 'Project', 'nowhere')).toMatchObject({ ok: false, status: 403 })
    }
    const foreign = async () => {
      await change('zorgon')()
      await hq.create('zorgon-new', { auto_provision: 0 })
      await hq.call('DELETE', '/api/entity/Project/zorgon-new')
    }
    expect(await heard(foreign)).toEqual([])
    for (const level of ['Manage', 'Design', 'Operate', 'View']) {
      await setLevel(level)
      const told = await heard(change('acme'))
      expect(told).toContainEqual(expect.objectContaining({ entity: 'Project', id: 'acme' }))
      expect(JSON.stringify(told)).not.toMatch(mark)
    }

    await setLevel()
    const pin = () => hq.call('PUT', `/api/entity/Backup/${backup}`, { pinned: 1 })
    const admin = await hq.person('Administrator')
    const visitor = io(hq.url, { extraHeaders: { cookie: admin }, forceNew: true, transports: ['websocket'] })
    await new Promise<void>((resolve) => visitor.once('connect', resolve))
    const afterwards = async () => {
      await change('acme')()
      await pin()
      await ask(visitor, 'doc_open', 'Project', 'acme')
    }
    expect(await heard(afterwards)).toEqual([])
    visitor.disconnect()
    expect(await ask(socket, 'doc_open', 'Project', 'acme')).toMatchObject({ ok: false, status: 403 })
  })

  test('hears nothing any more once the role is taken away', async () => {
    await setLevel('Manage')
    expect(await ask(socket, 'doc_subscribe', 'Project', 'acme')).toEqual({ ok: true })
    expect((await hq.call('PUT', `/api/user/${me}`, { roles: [{ role: 'Staff' }] })).message).toBe('')
    expect(await heard(change('acme'))).toEqual([])
    expect(await ask(socket, 'list_update', 'Project')).toMatchObject({ ok: false, status: 403 })
  })
})
