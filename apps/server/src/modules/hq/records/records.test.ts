import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EntityRecord } from '@tavla/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { setSilently, systemContext } from '../../../entity/index.ts'
import { ownerOf } from '../../../ground/data-lock.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { readBackupKey } from '../backups/key.ts'
import { readBackup } from '../backups/rows.ts'
import { backupCalls } from '../backups/testing-backups.ts'
import { defaultTiming, type Hq } from '../hq.ts'
import { OpenedBackups } from './opened-backups.ts'

let hq: TestHq
let backup: string
let cookie: string
let contact: EntityRecord
let tasks: EntityRecord[]
const photo = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  hq = await startHq({ sample: false })
  await hq.create('acme', { start_with: 'Sample' })
  const { adminPassword } = await hq.until('acme', 'Running')
  const signedIn = await send('POST', '/api/auth/login', { user: 'Administrator', password: adminPassword })
  cookie = String(signedIn.headers.get('set-cookie')).split(';', 1)[0] ?? ''
  contact = await make('Contact', { contact_name: 'Noa Bar', email: 'noa@example.com' })
  const first = await make('Task', {
    ...{ subject: 'Lost', contact: contact.id, api_key: 'a secret', points: 3 },
    checklist: [{ title: 'one' }, { title: 'two' }],
  })
  const second = await make('Task', { subject: 'After it', related_entity: 'Task', related_id: first.id })
  tasks = [first, second]
  await attach('Task', first.id, 'plan.txt')
  const on = { reference_entity: 'Task', reference_id: second.id }
  await make('Note', { ...on, text: 'inside' })
  await make('Assignment', { ...on, user: 'Administrator' })
  await attach('Contact', contact.id, 'photo.png', 'photo')
  backup = await backupCalls(hq).take()
  await backupCalls(hq).until(backup, 'Proven')
  await backupCalls(hq).pin(backup)
}, 120_000)
afterAll(() => hq?.remove())

async function send(method: string, path: string, body?: object | FormData): Promise<Response> {
  const { stagingUrl } = await hq.project('acme')
  const isForm = body instanceof FormData
  return fetch(`${String(stagingUrl).replace('localhost', '127.0.0.1')}${path}`, {
    method,
    headers: { ...(cookie && { cookie }), ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
}

async function atSite(method: string, path: string, body?: object) {
  const answer = await send(method, path, body)
  return { status: answer.status, json: await answer.json() }
}

async function make(entity: string, body: object): Promise<EntityRecord> {
  const { status, json } = await atSite('POST', `/api/entity/${entity}`, body)
  expect([status, json.message]).toEqual([200, undefined])
  return json.entity
}

async function attach(entity: string, id: string, name: string, field?: string): Promise<void> {
  const form = new FormData()
  for (const [key, value] of Object.entries({ entity, id, is_private: '1', ...(field && { field }) })) {
    form.append(key, value)
  }
  form.append('file', new Blob([photo]), name)
  const { status, json } = await atSite('POST', '/api/files', form)
  expect(status).toBe(200)
  const url = (json.file ?? json.entity ?? json).file_url
  if (field) expect((await atSite('PUT', `/api/entity/${entity}/${id}`, { [field]: url })).status).toBe(200)
}

/** The number of records of `entity` that are about this one. */
async function about(entity: string, reference_id: string): Promise<number> {
  const filters = encodeURIComponent(JSON.stringify({ reference_id }))
  return (await atSite('GET', `/api/entity/${entity}?filters=${filters}`)).json.count
}

const read = async (entity: string, id: string) => (await atSite('GET', `/api/entity/${entity}/${id}`)).json.entity

/** Deletes a record at the site, and what its trash keeps of it. */
async function eraseForEver(entity: string, id: string): Promise<void> {
  expect((await atSite('DELETE', `/api/entity/${entity}/${id}`)).status).toBe(200)
  expect((await atSite('POST', '/api/app/empty_trash', { entity: null })).status).toBe(200)
}

const onBackup = (name: string, data: object = {}, as?: string, id = backup) =>
  hq.call('POST', `/api/entity/Backup/${id}?run_method=${name}`, { data }, as)

async function open() {
  await vi.waitFor(
    async () => {
      const { json, message } = await onBackup('open_backup')
      expect([message, json.data?.status]).toEqual(['', 'Open'])
    },
    { timeout: 60_000, interval: 100 },
  )
  return (await onBackup('open_backup')).json.data.entities as { id: string; records: number }[]
}

const restore = async (data: object, as?: string) => {
  const { status, message, json } = await hq.act('acme', 'restore_records', { backup, ...data }, as)
  return { status, message, data: json.data, type: json.exc_type }
}

const compare = async (entity: string, ids: string[]) =>
  (await onBackup('compare_backup_records', { entity, ids })).json.data.records

const openedFolders = () => readdirSync(join(hq.dir, 'work')).filter((name) => name.startsWith('opened-'))

test('a backup is opened, shared, read and closed', async () => {
  expect((await onBackup('open_backup')).json.data).toEqual({ status: 'Opening', entities: [] })
  expect((await onBackup('list_backup_records', { entity: 'Task' })).message).toBe('This backup is not open.')
  const entities = await open()
  const counts = Object.fromEntries(entities.map(({ id, records }) => [id, records]))
  expect(counts.Task).toBeGreaterThanOrEqual(2)
  expect(counts).not.toHaveProperty('Version')
  expect(counts).not.toHaveProperty('Entity')
  const query = { filters: { subject: 'Lost' }, fields: ['subject', 'contact'] }
  const { json } = await onBackup('list_backup_records', { entity: 'Task', ...query })
  expect(json.data).toMatchObject({
    data: [{ id: tasks[0]?.id, subject: 'Lost', _link_titles: { contact: 'Noa Bar' } }],
    count: 1,
  })
  expect(json.data).not.toHaveProperty('folder')
  const designer = await hq.person('designer@example.com', ['Project Operator'])
  expect((await onBackup('open_backup', {}, designer)).status).toBe(403)
  const access = [{ user: 'designer@example.com', level: 'Design' }]
  expect((await hq.call('PUT', '/api/entity/Project/acme', { access })).message).toBe('')
  expect((await onBackup('open_backup', {}, designer)).json.data.status).toBe('Open')
  expect((await onBackup('list_backup_records', { entity: 'Task' }, designer)).json.data.count).toBe(counts.Task)
  expect((await restore({ entity: 'Task', ids: [tasks[0]?.id] }, designer)).status).toBe(403)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Project', data: ['like', '%open_backup%'] }))
  expect((await hq.call('GET', `/api/entity/Version?filters=${filters}`)).json.count).toBe(2)
  expect(openedFolders()).toHaveLength(1)
  expect((await onBackup('close_backup')).json.data).toEqual({ status: 'Closed' })
  expect(openedFolders()).toEqual([])
})

test('two are open at most; one closes some time after its last use, and one that cannot be opened says why', async () => {
  const { site } = hq
  const ctx = systemContext(site.engine)
  const found = await readBackup(site.engine, backup)
  const timing = { ...defaultTiming, openedFor: 50 }
  const parts = { site, timing, heldBackups: new Set<string>(), backupKey: readBackupKey(site.config) }
  const opened = new OpenedBackups(parts as unknown as Hq)
  await opened.open(ctx, { ...found, id: 'other' })
  const isReady = opened.ready(ctx, found)
  await expect(opened.open(ctx, { ...found, id: 'third' })).rejects.toThrow('Two backups are open already.')
  await isReady
  expect(parts.heldBackups).toEqual(new Set([backup]))
  await expect(opened.ready(ctx, { ...found, id: 'other' })).rejects.toThrow('The backup is not what was stored.')
  await vi.waitFor(() => expect(openedFolders()).toEqual([]))
  await expect(opened.use(backup, async () => 1)).rejects.toThrow('This backup is not open.')

  // Another key opens nothing, and says nothing about the backup.
  parts.backupKey = Buffer.alloc(32, 7)
  await expect(opened.ready(ctx, found)).rejects.toThrow('The backup key does not belong to this store.')
  await opened.leave()
})

test('a lost record comes back with its rows, its secret, its files and its place among others', async () => {
  const [first, second] = tasks as [EntityRecord, EntityRecord]
  await eraseForEver('Task', second.id)
  await eraseForEver('Task', first.id)
  const files = () => readdirSync(join(hq.folder('acme'), 'files', 'private'))
  await vi.waitFor(() => expect(files().filter((name) => name.startsWith('plan'))).toEqual([]))
  await open()
  expect(await compare('Task', [first.id, second.id])).toEqual([
    { id: first.id, state: 'Missing', changed: [] },
    { id: second.id, state: 'Missing', changed: [] },
  ])
  const { data } = await restore({ entity: 'Task', ids: [second.id, first.id, 'TASK-9999'] })
  expect(data).toEqual({
    restored: 2,
    unchanged: 0,
    failed: [{ id: 'TASK-9999', message: 'Task TASK-9999 was not found.' }],
    operation_id: expect.any(String),
  })
  const back = await read('Task', first.id)
  const { modified: _m, modified_by: _b, _rights: _r, ...kept } = first
  expect(back).toMatchObject({ ...kept, open_communications: expect.anything() })
  expect((await read('Task', second.id)).related_id).toBe(first.id)
  expect([await about('Assignment', second.id), await about('Note', second.id)]).toEqual([1, 0])
  expect(files().filter((name) => name.startsWith('plan'))).toHaveLength(1)
  const filters = encodeURIComponent(JSON.stringify({ attached_to_id: first.id }))
  const [file] = (await atSite('GET', `/api/entity/File?filters=${filters}&fields=["file_url"]`)).json.data
  expect(Buffer.from(await (await send('GET', file.file_url)).arrayBuffer())).toEqual(photo)
  expect(await compare('Task', [first.id])).toEqual([{ id: first.id, state: 'Same', changed: [] }])

  // It is one operation of the project, which can be undone there.
  const undone = await atSite('POST', `/api/entity/Operation Log/${data.operation_id}?run_method=undo`, { data: {} })
  expect([undone.status, undone.json.data?.undone]).toEqual([200, 2])
  const again = await restore({ entity: 'Task', ids: [first.id, second.id], with_communications: 1 })
  expect(again.data).toMatchObject({ restored: 2, failed: [] })
  expect(await about('Note', second.id)).toBe(1)
})

test('a changed record gets the chosen fields, rows and pictures back', async () => {
  const [first] = tasks as [EntityRecord]
  const change = { points: 9, subject: 'Renamed', checklist: [{ title: 'three' }] }
  expect((await atSite('PUT', `/api/entity/Task/${first.id}`, change)).status).toBe(200)
  const [found] = await compare('Task', [first.id])
  expect(found).toMatchObject({ id: first.id, state: 'Changed' })
  expect(found.changed).toEqual([
    ['subject', 'Lost', 'Renamed'],
    ['points', 3, 9],
    ['checklist', [expect.objectContaining({ title: 'one' }), expect.anything()], [expect.anything()]],
  ])
  const some = await restore({ entity: 'Task', ids: [first.id], fields: ['points', 'checklist'] })
  expect(some.data).toMatchObject({ restored: 1, unchanged: 0, failed: [] })
  expect(await read('Task', first.id)).toMatchObject({
    ...{ subject: 'Renamed', points: 3 },
    checklist: [{ title: 'one' }, { title: 'two' }],
  })
  expect((await restore({ entity: 'Task', ids: [first.id] })).data).toMatchObject({ restored: 1 })
  expect((await restore({ entity: 'Task', ids: [first.id] })).data).toEqual({
    ...{ restored: 0, unchanged: 1, failed: [], operation_id: null },
  })
  expect((await restore({ entity: 'Task', ids: [first.id], fields: ['nothing'] })).data.failed).toHaveLength(1)

  expect((await atSite('PUT', `/api/entity/Contact/${contact.id}`, { photo: null })).status).toBe(200)
  const all = encodeURIComponent(JSON.stringify({ attached_to_id: contact.id }))
  for (const { id } of (await atSite('GET', `/api/entity/File?filters=${all}`)).json.data)
    await eraseForEver('File', id)
  expect((await restore({ entity: 'Contact', ids: [contact.id], fields: ['photo'] })).data).toMatchObject({
    restored: 1,
  })
  const { photo: url } = await read('Contact', contact.id)
  expect(Buffer.from(await (await send('GET', url)).arrayBuffer())).toEqual(photo)
})

test('a list holds the records that are missing or have changed, and tells how many are', async () => {
  const [first, second] = tasks as [EntityRecord, EntityRecord]
  await open()
  const listed = async (state: unknown, more: object = {}) => {
    const query = { entity: 'Task', state, fields: ['subject'], order_by: 'modified desc', ...more }
    return (await onBackup('list_backup_records', query)).json.data
  }
  const { total, ...before } = await listed('All', { limit_page_length: 1 })
  expect(before.data).toHaveLength(1)
  expect(before).toMatchObject({ states: { Missing: 0, Changed: 0, Same: total }, compared: total, count: total })

  await eraseForEver('Task', second.id)
  for (const subject of ['Renamed', 'Lost', 'Renamed'])
    expect((await atSite('PUT', `/api/entity/Task/${first.id}`, { subject })).status).toBe(200)
  const states = { Missing: 1, Changed: 1, Same: total - 2 }
  const missing = await listed('Missing')
  expect(missing).toMatchObject({ count: 1, states, compared: total, total, title_field: 'subject' })
  expect(missing.data).toEqual([expect.objectContaining({ id: second.id, subject: 'After it' })])
  expect((await listed('Changed')).data).toMatchObject([{ id: first.id, subject: 'Lost' }])
  const beyond = await listed('Changed', { limit_start: 1 })
  expect(beyond).toMatchObject({ data: [], count: 1, limit_start: 1, field_info: [{ fieldname: 'subject' }] })
  const found = await listed('Changed', { search: 'After' })
  expect(found).toMatchObject({ data: [], count: 0, states: { Missing: 1, Changed: 0, Same: 0 }, total: 1 })
  expect((await onBackup('list_backup_records', { entity: 'Task', state: 'Same' })).status).toBe(400)

  // Saved since, and again as it was.
  expect((await atSite('PUT', `/api/entity/Task/${first.id}`, { subject: 'Lost' })).status).toBe(200)
  expect((await listed('Changed')).states).toEqual({ Missing: 1, Changed: 0, Same: total - 1 })
  expect((await restore({ entity: 'Task', ids: [second.id] })).data).toMatchObject({ restored: 1, failed: [] })
  expect((await listed('Missing')).states).toEqual(before.states)
})

test('a link to what is gone fails its record by name, and the whole entity comes back otherwise', async () => {
  const [first, second] = tasks as [EntityRecord, EntityRecord]
  for (const id of [second.id, first.id]) await eraseForEver('Task', id)
  await eraseForEver('Contact', contact.id)
  const { data } = await restore({ entity: 'Task', all: 1 })
  expect(data.restored).toBe(0)
  expect(data.failed.map(({ id }: { id: string }) => id).toSorted()).toEqual([first.id, second.id].toSorted())
  expect(data.failed.find(({ id }: { id: string }) => id === first.id).message).toBe(
    `Could not find Contact: ${contact.id}`,
  )
  expect((await restore({ entity: 'Contact', ids: [contact.id] })).data).toMatchObject({ restored: 1, failed: [] })
  expect((await restore({ entity: 'Task', all: 1 })).data).toMatchObject({ restored: 2, failed: [] })
})

test('wrong calls are refused with a sentence', async () => {
  const ids = [tasks[0]?.id]
  const refused = async (data: object) => {
    const { status, message } = await restore(data)
    return [status, message]
  }
  expect(await refused({ entity: 'Version', ids: ['x'] })).toEqual([417, 'Records of Version cannot be brought back.'])
  expect(await refused({ entity: 'Nowhere', ids: ['x'] })).toEqual([404, expect.any(String)])
  expect(await refused({ entity: 'Task', ids: [] })).toEqual([417, 'ids must be a list of 1 to 5,000 items'])
  expect(await refused({ entity: 'Task', ids, backup: 'none' })).toEqual([
    417,
    'none is not a restorable backup of this project.',
  ])
  const compared = await onBackup('compare_backup_records', { entity: 'Task', ids: ['none'] })
  expect([compared.status, compared.message]).toEqual([404, 'Task none was not found.'])
  const many = await onBackup('compare_backup_records', {
    entity: 'Task',
    ids: Array.from({ length: 101 }, (_, n) => `${n}`),
  })
  expect([many.status, many.message]).toEqual([417, 'ids must be a list of 1 to 100 items'])
  const listed = await onBackup('list_backup_records', { entity: 'Task', filters: { nothing: 1 } })
  expect([listed.status, listed.message]).toEqual([417, 'Unknown field: nothing'])

  const { engine } = hq.site
  const become = (values: Record<string, string | null>) =>
    engine.store.write((tx) => setSilently(engine, tx, 'Project', 'acme', values))
  await become({ environment: 'Production' })
  expect((await restore({ entity: 'Task', ids })).type).toBe('ConfirmationError')
  const confirmed = await restore({ entity: 'Task', ids, confirm: 'acme', reason: 'lost on Tuesday' })
  expect(confirmed.data).toMatchObject({ unchanged: 1 })
  await become({ environment: 'Development', under_way: 'Clone' })
  expect(await refused({ entity: 'Task', ids })).toEqual([409, 'Clone is under way for this project.'])
  await become({ under_way: null })
  await hq.act('acme', 'stop_project')
  expect((await restore({ entity: 'Task', ids })).status).toBe(409)
  expect((await onBackup('compare_backup_records', { entity: 'Task', ids })).status).toBe(409)
  expect((await onBackup('list_backup_records', { entity: 'Task', state: 'Missing' })).status).toBe(409)
  expect((await onBackup('list_backup_records', { entity: 'Task' })).status).toBe(200)
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
})

test('an open backup ends with its process and with HQ, and what a killed HQ left goes at the next start', async () => {
  await open()
  process.kill(Number(ownerOf(join(hq.dir, 'work', String(openedFolders()[0])))), 'SIGKILL')
  await vi.waitFor(() => expect(openedFolders()).toEqual([]))
  expect((await onBackup('list_backup_records', { entity: 'Task' })).message).toBe('This backup is not open.')
  await open()
  const { dir } = hq
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'acme', { under_way: 'Restore' }))
  await hq.close()
  expect(openedFolders()).toEqual([])
  mkdirSync(join(dir, 'work', 'opened-left'))
  hq = await startHq({ dir, sample: false })
  expect((await onBackup('list_backup_records', { entity: 'Task' })).message).toBe('This backup is not open.')
  await vi.waitFor(() => expect(openedFolders()).toEqual([]))
  const isTold = async () => {
    const { events, under_way } = (await hq.act('acme', 'load_project_data')).json.data
    expect(under_way).toBeNull()
    const messages = events.map(({ message }: { message: string | null }) => message)
    expect(messages).toContainEqual(expect.stringContaining('HQ ended while records were brought back.'))
  }
  await vi.waitFor(isTold, { timeout: 30_000, interval: 50 })
})
