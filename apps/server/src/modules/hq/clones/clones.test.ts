import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecord, setSilently, systemContext } from '../../../entity/index.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { type BackupCalls, backupCalls } from '../backups/testing-backups.ts'

let hq: TestHq
let backups: BackupCalls

beforeAll(async () => {
  hq = await startHq()
  backups = backupCalls(hq)
  await hq.create('acme', { start_with: 'Sample' })
  await hq.until('acme', 'Running')
})

afterAll(() => hq?.remove())

const configOf = (id: string) => JSON.parse(readFileSync(join(hq.folder(id), 'config.json'), 'utf8'))
const underWay = async (id: string) => (await hq.call('GET', `/api/entity/Project/${id}`)).json.entity?.under_way

async function messages(id: string): Promise<string[]> {
  const { json } = await hq.act(id, 'load_project_data')
  return json.data.events.map(({ message }: { message: string }) => message)
}

/** A call to a project's own site as its Administrator, with the password that HQ knows. */
async function asAdministrator(id: string) {
  const { stagingUrl = '' } = await hq.project(id)
  const { json } = await hq.act(id, 'reveal_admin_password')
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  const body = JSON.stringify({ user: 'Administrator', password: json.data.password })
  const answer = await fetch(`${stagingUrl}/api/auth/login`, { method: 'POST', headers, body })
  expect(answer.status).toBe(200)
  const cookie = answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  return async (path: string, body?: object, method = 'POST') => {
    const sent = body ? { method, body: JSON.stringify(body) } : {}
    return (await fetch(stagingUrl + path, { headers: { ...headers, cookie }, ...sent })).json()
  }
}

/** Values of personal fields of the original, each of which stands nowhere else. */
const unique = { contact_name: 'Zebulon Quixwort', email: 'zq.unusual@quixwort.example', notes: 'owes a zither' }
const heldIn = (bytes: Buffer) => Object.values(unique).filter((value) => bytes.includes(value))

/** The unique values that some file below the folder holds. */
function heldBelow(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return entries.flatMap(({ parentPath, name }) => heldIn(readFileSync(join(parentPath, name))))
}

test('a project is cloned: a Staging project of its own, masked, which reaches nobody', async () => {
  const operator = await hq.person('designer@example.com', ['Project Operator'])
  const access = [{ user: 'designer@example.com', level: 'Design' }]
  expect((await hq.call('PUT', '/api/entity/Project', { id: 'acme', access })).status).toBe(200)
  const { entity: person } = await (await asAdministrator('acme'))('/api/entity/Contact', unique)
  expect(person).toMatchObject(unique)
  const wish = { id: 'acme-try', project_name: 'Acme try' }
  expect((await hq.act('acme', 'clone_project', wish, operator)).json).toEqual({ data: { project: 'acme-try' } })
  expect(await underWay('acme')).toBe('Clone')
  expect((await hq.act('acme', 'clone_project', { project_name: 'Second' })).message).toBe(
    'Clone is under way for this project.',
  )
  expect((await hq.call('GET', '/api/entity/Project/second')).status).toBe(404)
  const clone = await hq.until('acme-try', 'Running')
  expect(clone).toMatchObject({ environment: 'Staging', cloneOf: 'acme', hasSampleData: true })
  // The proof of the backup may go on.
  expect([await underWay('acme'), await underWay('acme-try')]).not.toContain('Clone')
  expect((await hq.project('acme')).status).toBe('Running')
  const told = await messages('acme-try')
  for (const message of ['The backup is read back.', 'Personal data is being masked.']) expect(told).toContain(message)

  const [own, original] = [configOf('acme-try'), configOf('acme')]
  expect(own).toMatchObject({ site: 'acme-try', environment: 'Staging' })
  expect(own.instance_secret).not.toBe(original.instance_secret)
  const keyOf = (id: string) => readFileSync(join(hq.folder(id), 'site.key'), 'utf8')
  expect(keyOf('acme-try')).not.toBe(keyOf('acme'))
  const names = async (id: string) => {
    const read = await asAdministrator(id)
    const { data } = await read(
      '/api/entity/Contact?fields=["contact_name","email"]&limit_page_length=500&order_by=creation asc',
    )
    return data as { contact_name: string; email: string | null }[]
  }
  const [masked, real] = [await names('acme-try'), await names('acme')]
  expect(masked).toHaveLength(real.length)
  const known = new Set(real.map(({ contact_name }) => contact_name))
  expect(masked.filter(({ contact_name }) => known.has(contact_name)).length).toBeLessThan(real.length / 10)
  expect(masked.filter(({ email }) => email && !email.endsWith('@masked.invalid'))).toEqual([])
  // The clone runs, people work in it, and it is backed up: what was personal is not in any of that, nor at HQ.
  const atClone = await asAdministrator('acme-try')
  expect(await atClone(`/api/entity/Contact?search=${encodeURIComponent('Zebulon')}`)).toMatchObject({ data: [] })
  await atClone('/api/entity/Contact', { contact_name: 'Made in the clone' })
  const backup = await backups.take('acme-try')
  await backups.until(backup, 'Proven')
  const cookie = await hq.person('Administrator')
  const download = await fetch(`${hq.url}/api/hq/backups/${backup}/download`, { headers: { cookie } })
  const archive = Buffer.from(await download.arrayBuffer())
  expect([archive.includes('Made in the clone'), heldIn(archive)]).toEqual([true, []])
  expect(heldBelow(hq.folder('acme')).length).toBeGreaterThanOrEqual(3)
  expect(heldBelow(hq.folder('acme-try'))).toEqual([])
  for (const folder of ['store', 'logs', 'work', 'projects/.restoring', 'backups']) {
    if (existsSync(join(hq.dir, folder))) expect([folder, heldBelow(join(hq.dir, folder))]).toEqual([folder, []])
  }
  // The person who made the clone manages it, and may delete it.
  expect((await hq.act('acme-try', 'stop_project', {}, operator)).status).toBe(200)
  expect((await hq.call('DELETE', '/api/entity/Project/acme-try', undefined, operator)).status).toBe(200)
})

test('a clone of a project that is just being started waits for that', async () => {
  expect((await hq.act('acme', 'stop_project')).message).toBe('')
  // The site waits for these bytes before it locks its folder.
  const key = join(hq.folder('acme'), 'site.key')
  const bytes = readFileSync(key)
  rmSync(key)
  execFileSync('mkfifo', [key])
  expect((await hq.act('acme', 'start_project')).message).toBe('')
  expect((await hq.act('acme', 'clone_project', { id: 'early', project_name: 'Early' })).message).toBe('')
  await expect.poll(() => backups.list()).toContainEqual(expect.objectContaining({ status: 'Under Way' }))
  // Another backup, of which each step takes as long, is stored meanwhile.
  const other = await hq.call('POST', '/api/entity/HQ Settings/HQ Settings?run_method=take_backup', { data: {} })
  await backups.until(other.json.data.backup, 'Stored', 'Proving', 'Proven')
  const [waiting] = await backups.list()
  const [copies = ''] = readdirSync(join(hq.dir, 'work')).filter((name) => name.startsWith(`${waiting?.id}-`))
  expect(readdirSync(join(hq.dir, 'work', copies))).toEqual([])
  await writeFile(key, bytes)
  rmSync(key)
  writeFileSync(key, bytes)
  await hq.until('early', 'Running')
  expect(await hq.project('acme')).toMatchObject({ status: 'Running', lastError: undefined })
  expect((await hq.act('early', 'stop_project')).message).toBe('')
  expect((await hq.call('DELETE', '/api/entity/Project/early')).message).toBe('')
})

test('an unmasked clone of an older backup has its records as they were', async () => {
  const { json } = await hq.call('GET', '/api/entity/Backup?filters={"project":"acme"}')
  const wish = { project_name: 'Acme as it was', mask: 0, keep_sign_in: 0, backup: json.data[0].id }
  const { json: answer } = await hq.act('acme', 'clone_project', wish)
  const id = answer.data.project
  expect(id).toBe('acme-as-it-was')
  await hq.until(id, 'Running')
  const read = await asAdministrator(id)
  const { data } = await read('/api/entity/Contact?fields=["email"]&limit_page_length=5')
  expect(data.some(({ email }: { email: string | null }) => email?.endsWith('@masked.invalid'))).toBe(false)
  await hq.create('other', { auto_provision: 0 })
  const foreign = await hq.act('acme', 'clone_project', { project_name: 'No', backup: 'nowhere' })
  expect(foreign.status).toBe(404)
  expect((await hq.act('other', 'clone_project', { project_name: 'No' })).status).toBe(409)
  expect((await hq.act('acme', 'clone_project', {})).status).toBe(417)
})

test('a clone of a backup whose store is away is not made, and the original says so', async () => {
  const { json } = await hq.call('GET', '/api/entity/Backup?filters={"project":"acme"}')
  const store = join(hq.dir, 'backups')
  renameSync(store, `${store}.away`)
  try {
    const wish = { id: 'adrift', project_name: 'Adrift', backup: json.data[0].id }
    expect((await hq.act('acme', 'clone_project', wish)).status).toBe(200)
    await expect
      .poll(() => messages('acme'), { timeout: 20_000 })
      .toContain('The clone adrift was not made. The backups that were made before are not in this store.')
  } finally {
    rmSync(store, { recursive: true, force: true })
    renameSync(`${store}.away`, store)
  }
})

test('a masked clone of an older backup masks what became personal since', async () => {
  const atSource = await asAdministrator('acme')
  const fields = [
    { fieldname: 'title', label: 'Title', fieldtype: 'Data', reqd: 1 },
    { fieldname: 'nickname', label: 'Nickname', fieldtype: 'Data' },
  ]
  const permissions = [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }]
  const definition = { id: 'Guest Book', module: 'Custom', title_field: 'title', fields, permissions }
  const { entity: book } = await atSource('/api/entity/Entity', definition)
  const { entity: guest } = await atSource('/api/entity/Guest Book', { title: 'First', nickname: 'Xylo the Quiet' })
  const backup = await backups.take('acme')
  await backups.until(backup, 'Proven')
  const marked = book.fields.map((field: { fieldname: string }) =>
    field.fieldname === 'nickname' ? { ...field, personal: 1 } : field,
  )
  await atSource('/api/entity/Entity', { id: 'Guest Book', fields: marked }, 'PUT')

  const made = async (project_name: string) => {
    const { json } = await hq.act('acme', 'clone_project', { project_name, backup, mask: 1 })
    await hq.until(json.data.project, 'Running')
    const { entity } = await (await asAdministrator(json.data.project))(`/api/entity/Guest Book/${guest.id}`)
    return { id: json.data.project, entity }
  }
  const clone = await made('Since marked')
  expect(clone.entity).toMatchObject({ id: guest.id, title: 'First', nickname: expect.not.stringContaining('Xylo') })

  await hq.act('acme', 'stop_project')
  await hq.until('acme', 'Stopped')
  const other = await made('Not known')
  expect(other.entity.nickname).toBe('Xylo the Quiet')
  expect(await messages(other.id)).toContain(
    'acme does not run, so the fields are masked that were personal when the backup was made.',
  )
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
})

test('a clone of a backup that lost its objects is taken back, and the original says why', async () => {
  const { json } = await hq.call('GET', '/api/entity/Backup?filters={"project":"acme"}')
  rmSync(join(hq.dir, 'backups/objects'), { recursive: true })
  const wish = { id: 'broken', project_name: 'Broken', backup: json.data[0].id }
  expect((await hq.act('acme', 'clone_project', wish)).status).toBe(200)
  const said = () => messages('acme')
  await expect
    .poll(said, { timeout: 20_000 })
    .toContain('The clone broken was not made. The backup is not what was stored.')
  expect((await hq.call('GET', '/api/entity/Project/broken')).status).toBe(404)
  expect([existsSync(hq.folder('broken')), existsSync(join(hq.dir, 'projects/.restoring/broken'))]).toEqual([
    false,
    false,
  ])
  expect(await underWay('acme')).not.toBe('Clone')
})

test('a clone that HQ was killed in is taken back, and the original says so', async () => {
  const { engine } = hq.site
  const half = {
    id: 'half',
    project_name: 'Half',
    clone_of: 'acme',
    server: 'main',
    environment: 'Staging',
    auto_provision: 0,
  }
  await createRecord(engine, systemContext(engine), 'Project', half)
  for (const id of ['acme', 'half']) {
    await engine.store.write((tx) => setSilently(engine, tx, 'Project', id, { under_way: 'Clone' }))
  }
  const built = join(hq.dir, 'projects', '.restoring', 'half')
  mkdirSync(built, { recursive: true })
  writeFileSync(join(built, 'config.json'), '{}')
  await hq.close()
  hq = await startHq({ dir: hq.dir })
  await expect
    .poll(async () => (await hq.call('GET', '/api/entity/Project/half')).status, { timeout: 20_000 })
    .toBe(404)
  await expect
    .poll(() => messages('acme'), { timeout: 20_000 })
    .toContain('HQ ended while the clone half was made. It was taken back.')
  expect(existsSync(built)).toBe(false)
  expect(await underWay('acme')).not.toBe('Clone')
})
