import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unpackArchive } from '../../../backup/archive.ts'
import { markRestored } from '../../../config/restored-mark.ts'
import { setSilently } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq
let backup: string
beforeAll(async () => {
  hq = await startHq({ sample: false })
  await hq.create('acme')
  await hq.until('acme', 'Running')
  await note('first')
  backup = await take('acme')
  await hq.call('PUT', `/api/entity/Backup/${backup}`, { pinned: 1 })
  await note('second')
})
afterAll(() => hq?.remove())

/** A call to the site of the project, as its Administrator. */
async function atSite(method: string, path: string, body?: object, cookie?: string) {
  const { stagingUrl, adminPassword } = await hq.project('acme')
  const url = String(stagingUrl).replace('localhost', '127.0.0.1')
  const send = (to: string, how: string, content?: object, as?: string) =>
    fetch(`${url}${to}`, {
      method: how,
      headers: { ...(content && { 'content-type': 'application/json' }), ...(as && { cookie: as }) },
      ...(content && { body: JSON.stringify(content) }),
    })
  const signedIn =
    cookie ??
    (await send('/api/auth/login', 'POST', { user: 'Administrator', password: adminPassword })).headers
      .get('set-cookie')
      ?.split(';', 1)[0]
  const answer = await send(path, method, body, signedIn)
  return { status: answer.status, json: await answer.json(), cookie: signedIn }
}

async function note(title: string): Promise<string | undefined> {
  const { status, cookie } = await atSite('POST', '/api/entity/Canned Text', { title, text: title })
  expect(status).toBe(200)
  return cookie
}

const notes = async () =>
  (await atSite('GET', '/api/entity/Canned Text?fields=["title"]&order_by=title')).json.data.map(
    ({ title }: { title: string }) => title,
  )

const backups = async (type: string) => {
  const filters = encodeURIComponent(JSON.stringify({ project: 'acme', type }))
  return (await hq.call('GET', `/api/entity/Backup?filters=${filters}&fields=["status"]`)).json.data
}

async function take(project: string): Promise<string> {
  const { json } = await hq.act(project, 'take_backup')
  const id = json.data.backup
  const isDone = async () =>
    expect(['Proven', 'Failed']).toContain((await hq.call('GET', `/api/entity/Backup/${id}`)).json.entity.status)
  await vi.waitFor(isDone, { timeout: 60_000, interval: 50 })
  return id
}

const restore = (data: object) => hq.act('acme', 'restore_project', data)

/** Waits until the restore is over, and tells how it ended. The record may name the proof of the safety copy meanwhile. */
async function outcome(): Promise<string> {
  let message = ''
  const isOver = async () => {
    const { events } = (await hq.act('acme', 'load_project_data')).json.data
    message = events.find(({ event, message: text }: Note) => event === 'restore' && text)?.message
    expect(message).toMatch(/is restored|could not be restored|HQ ended/)
  }
  await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })
  return message
}

interface Note {
  event: string
  message: string | null
}

test('a restored project has the data of its backup, and all else as it is now', async () => {
  // The plan lets it go once the safety copy of the same hour is stored.
  const backup = await take('acme')
  const cookie = await note('third')
  const before = await hq.project('acme')
  const other = await hq.person('operator@example.com', ['Operator'])
  const both = await Promise.all([restore({ backup }), hq.act('acme', 'restore_project', { backup }, other)])
  const [answer, second] = both.toSorted((a, b) => a.status - b.status)
  expect(answer?.json.data).toEqual({ status: 'Provisioning', safety: expect.any(String) })
  expect([second?.status, (await restore({ backup })).status]).toEqual([409, 409])
  expect((await hq.act('acme', 'take_backup')).status).toBe(409)
  expect(await outcome()).toBe(`The project is restored from backup ${backup}.`)
  const after = await hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first', 'second'])
  expect([after.port, after.instanceSecret, after.id]).toEqual([before.port, before.instanceSecret, 'acme'])
  expect((await atSite('GET', '/api/entity/Canned Text', undefined, cookie)).status).toBe(401)
  expect((await hq.call('GET', '/api/hq/trash')).json.items).toEqual([])
  expect(readdirSync(join(hq.dir, 'projects', '.trash'))).toEqual([expect.stringMatching(/^acme\.replaced\.\d+$/)])
  expect(await backups('Safety')).toHaveLength(1)
  await vi.waitFor(async () => expect((await backups('Scheduled'))[0]?.status).toBe('Proven'), { timeout: 60_000 })
})

test('a project whose folder is gone comes back by force, stopped if it was', async () => {
  await hq.act('acme', 'stop_project')
  rmSync(hq.folder('acme'), { recursive: true })
  const refused = await restore({ backup })
  expect([refused.status, refused.message]).toEqual([
    409,
    'No safety copy can be made: the data of acme cannot be read.',
  ])
  const forced = await restore({ backup, force: 1 })
  expect(forced.status).toBe(200)
  await outcome()
  await hq.until('acme', 'Stopped')
  const safety = `/api/entity/Backup/${forced.json.data.safety}`
  expect((await hq.call('GET', safety)).json.entity.error).toBe(
    'There is nothing left to save: the data of acme are gone.',
  )
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
  expect(await notes()).toEqual(['first'])
})

test('a backup that lost an object leaves the project as it was, running', async () => {
  await note('fourth')
  const folder = join(hq.dir, 'backups', 'objects')
  const kept = join(hq.dir, 'kept')
  renameSync(folder, kept)
  mkdirSync(folder)
  try {
    await restore({ backup, force: 1 })
    expect(await outcome()).toContain('The project could not be restored and is as it was before.')
    await hq.until('acme', 'Running')
    expect(await notes()).toEqual(['first', 'fourth'])
  } finally {
    rmSync(folder, { recursive: true })
    renameSync(kept, folder)
  }
})

test('a store that is not there is named, with and without a safety copy, and the project runs on', async () => {
  const store = join(hq.dir, 'backups')
  renameSync(store, `${store}.away`)
  try {
    const stays = 'The project could not be restored and is as it was before.'
    const away = 'The backups that were made before are not in this store.'
    for (const [wish, sentence] of [
      [{}, `${stays} No backup could be made. ${away}`],
      [{ force: 1 }, `${stays} ${away}`],
    ] as const) {
      expect((await restore({ backup, ...wish })).message).toBe('')
      expect(await outcome()).toBe(sentence)
      await hq.until('acme', 'Running')
    }
    expect(await notes()).toEqual(['first', 'fourth'])
  } finally {
    rmSync(store, { recursive: true, force: true })
    renameSync(`${store}.away`, store)
  }
})

test('a backup of another project, of nothing or of a newer program is refused', async () => {
  await hq.create('other')
  await hq.until('other', 'Running')
  const foreign = await take('other')
  for (const one of [foreign, 'none', '', undefined]) {
    expect([(await restore({ backup: one })).status, one]).toEqual([417, one])
  }
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Backup', backup, { version: '99.0.0' }))
  const newer = await restore({ backup })
  expect([newer.status, newer.message]).toEqual([409, 'This backup needs version 99.0.0.'])
  await engine.store.write((tx) => setSilently(engine, tx, 'Backup', backup, { version: '0.1.0' }))
  const operator = await hq.person('viewer@example.com', ['Project Operator'])
  expect((await hq.act('acme', 'restore_project', { backup }, operator)).status).toBe(403)
  expect((await hq.project('acme')).status).toBe('Running')
})

test('a System Manager downloads a backup as a tar, with a reason where it is production', async () => {
  const download = (query = '', cookie?: string) =>
    fetch(`${hq.url}/api/hq/backups/${backup}/download${query}`, { headers: { cookie: cookie ?? admin } })
  const admin = await hq.person('Administrator')
  const answer = await download()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar'])
  const folder = join(hq.dir, 'downloaded')
  mkdirSync(folder)
  const { project } = await unpackArchive(answer.body as AsyncIterable<Uint8Array>, folder)
  expect([project.id, existsSync(join(folder, 'store', 'data.sqlite'))]).toEqual(['acme', true])
  const operator = await hq.person('operator@example.com', ['Operator'])
  expect((await download('', operator)).status).toBe(403)
  expect((await hq.call('GET', '/api/hq/backups/none/download')).status).toBe(404)

  const { engine } = hq.site
  const become = (environment: string) =>
    engine.store.write((tx) => setSilently(engine, tx, 'Project', 'acme', { environment }))
  await become('Production')
  expect([(await download()).status, (await restore({ backup })).status]).toEqual([409, 409])
  const confirmed = await download('?confirm=acme&reason=an%20audit')
  expect(confirmed.status).toBe(200)
  await confirmed.body?.cancel()
  await become('Development')
})

test('a backup becomes a project of its own, whose Administrator has a new password', async () => {
  const former = await hq.project('acme')
  const asNew = (data: object, cookie?: string) =>
    hq.call('POST', `/api/entity/Backup/${backup}?run_method=restore_as_new`, { data }, cookie)
  const operator = await hq.person('operator@example.com', ['Operator'])
  const wish = { id: 'copy', project_name: 'Copy of Acme', environment: 'Demo' }
  expect((await asNew(wish, operator)).status).toBe(403)
  expect((await asNew({ ...wish, id: 'acme' })).json.exc_type).toBe('DuplicateEntryError')

  // It goes to the server that is named, else to that of its project, else to one that takes projects.
  const range = { port_range_start: 19_900, port_range_end: 19_949 }
  expect((await hq.call('POST', '/api/entity/Server', { server_name: 'second', ...range })).message).toBe('')
  expect((await asNew({ ...wish, server: 'nowhere' })).message).toBe('Could not find Server: nowhere')
  await hq.call('POST', '/api/entity/Server/main?run_method=begin_maintenance', { data: {} })
  const inMaintenance = 'The server main is in maintenance.'
  expect((await asNew(wish)).message).toBe(inMaintenance)
  const { engine } = hq.site
  const setProject = (project: string | null) =>
    engine.store.write((tx) => setSilently(engine, tx, 'Backup', backup, { project }))
  await setProject(null)
  expect((await asNew({ ...wish, server: 'main' })).message).toBe(inMaintenance)
  expect((await asNew(wish)).json.data).toEqual({ project: 'copy' })
  const made = await hq.until('copy', 'Running')
  expect(made.server).toBe('second')
  await setProject('acme')
  await hq.call('POST', '/api/entity/Server/main?run_method=end_maintenance', { data: {} })
  expect([made.environment, made.port === former.port, made.instanceSecret === former.instanceSecret]).toEqual([
    'Demo',
    false,
    false,
  ])
  const signIn = async (password: string) => {
    const url = String(made.stagingUrl).replace('localhost', '127.0.0.1')
    const body = JSON.stringify({ user: 'Administrator', password })
    const headers = { 'content-type': 'application/json' }
    return (await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })).status
  }
  expect([await signIn(made.adminPassword), await signIn(former.adminPassword)]).toEqual([200, 401])
})

test.each([
  ['finished', true, 'The restore is finished now.', []],
  ['taken back', false, 'The project is as it was before.', ['first', 'fourth']],
])('after a kill, a restore under way is %s by the next start', async (_, isReady, message, titles) => {
  const { engine } = hq.site
  await engine.store.write((tx) =>
    setSilently(engine, tx, 'Project', 'acme', { under_way: 'Restore', status: 'Provisioning' }),
  )
  const { dir } = hq
  await hq.close()
  const folder = join(dir, 'projects', 'acme')
  const built = join(dir, 'projects', '.restoring', 'acme')
  mkdirSync(built, { recursive: true })
  if (isReady) {
    for (const name of ['config.json', 'site.key']) writeFileSync(join(built, name), readFileSync(join(folder, name)))
    mkdirSync(join(built, 'store'))
    renameSync(join(folder, 'store', 'data.sqlite'), join(built, 'store', 'data.sqlite'))
    markRestored(built, { backup })
  }
  hq = await startHq({ dir, sample: false })
  await hq.until('acme', 'Running')
  expect(await outcome()).toContain(message)
  expect(existsSync(built)).toBe(false)
  if (titles.length > 0) expect(await notes()).toEqual(titles)
})
