import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BackupKey } from '../../../backup/backup-key.ts'
import { FolderStore } from '../../../backup/folder-store.ts'
import { readManifest } from '../../../backup/manifest.ts'
import { createRecord, setSilently, systemContext, updateRecord } from '../../../entity/index.ts'
import { utcText } from '../../../ground/utc-text.ts'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'
import { startS3 } from '../../../testing/test-s3.ts'
import { type BackupCalls, backupCalls } from './testing-backups.ts'

let hq: TestHq
let calls: BackupCalls

beforeAll(async () => {
  hq = await startHq()
  calls = backupCalls(hq)
  await hq.create('acme')
  await hq.until('acme', 'Running')
})

afterAll(() => hq?.remove())

const storeFolder = () => join(hq.dir, 'backups')

/** Every file below a folder of the store. */
function filesBelow(folder: string): string[] {
  return readdirSync(join(storeFolder(), folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('a backup of a running project is taken, stored and proven by starting the program on it', async () => {
  const proven = await calls.until(await calls.take(), 'Proven', 'Failed')
  expect(proven).toMatchObject({ status: 'Proven', type: 'Manual', project: 'acme', note: 'by hand', store: 'local' })
  expect(proven.proof).toMatchObject({ ok: 1, from: 'local', failed: [] })
  expect(proven.records).toBeGreaterThan(10)
  // The proof is recorded before its work is put away.
  const project = async () => (await hq.call('GET', '/api/entity/Project/acme')).json.entity
  await expect.poll(project).toMatchObject({ under_way: null })
  expect(await project()).toMatchObject({ backup_state: 'Proven', last_backup: proven.taken_at })
  expect(readdirSync(join(hq.dir, 'work'))).toEqual([])
})

test('a second backup is refused while one is under way, and an unchanged site costs no bytes', async () => {
  await hq.act('acme', 'stop_project')
  await calls.until(await calls.take(), 'Proven')
  const [first, second] = await Promise.all([calls.tryTake(), calls.tryTake()])
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409])
  expect([first, second].find(({ status }) => status === 409)?.message).toBe('Backup is under way for this project.')
  const taken = [first, second].find(({ status }) => status === 200)?.json.data.backup
  expect(await calls.until(taken, 'Proven')).toMatchObject({ added: 0 })
  expect((await hq.act('acme', 'start_project')).status).toBe(200)
  await hq.until('acme', 'Running')
})

test('a project that never ran is not backed up', async () => {
  await hq.create('idle', { auto_provision: 0 })
  expect((await hq.act('idle', 'take_backup')).status).toBe(409)
})

test('HQ itself is backed up, and neither its proof nor a new project starts a second HQ', async () => {
  const { json } = await hq.call('POST', '/api/entity/HQ%20Settings/HQ%20Settings?run_method=take_backup', { data: {} })
  const proven = await calls.until(json.data.backup, 'Proven', 'Failed')
  expect(proven).toMatchObject({ status: 'Proven', project: null, project_id: '_hq' })
  const asNew = `/api/entity/Backup/${proven.id}?run_method=restore_as_new`
  const refused = await hq.call('POST', asNew, { data: { id: 'second', project_name: 'Second', environment: 'Demo' } })
  expect([refused.status, refused.message]).toEqual([409, 'A backup of HQ comes back by the command "tavla recover".'])
})

test('a lost or altered object fails the proof by name, and a new backup at once brings it back', async () => {
  const id = await calls.take()
  await calls.until(id, 'Proven')
  await calls.pin(id)
  // It shares the objects, so the older one is replaced, too.
  const shares = await calls.take()
  await calls.until(shares, 'Proven')
  const objects = filesBelow('objects').toSorted((one, other) => readFileSync(other).length - readFileSync(one).length)
  const [altered = '', missing = ''] = objects
  const bytes = readFileSync(altered)
  bytes[40] = (bytes[40] as number) ^ 1
  writeFileSync(altered, bytes)
  rmSync(missing)
  await calls.prove(id)
  const failed = await calls.until(id, 'Failed')
  expect(failed.error).toBe('The backup is not what was stored.')
  expect(failed.proof.ok).toBe(0)
  expect(failed.proof.failed.length).toBeGreaterThan(0)
  // The record tells of the proof a moment before the new backup begins.
  await expect.poll(async () => (await calls.list())[0]).toMatchObject({ type: 'Scheduled' })
  const [newest] = await calls.list()
  expect(await calls.until(newest?.id ?? '', 'Proven')).toMatchObject({ status: 'Proven' })
  expect(existsSync(missing)).toBe(true)
})

test('a store that is taken away in the middle of a proof says nothing about the backup', async () => {
  const good = await calls.take()
  await calls.until(good, 'Proven')
  await calls.pin(good)
  const key = new BackupKey(Buffer.from(readFileSync(join(hq.dir, 'backup.key'), 'utf8').trim(), 'hex'))
  const path = filesBelow('backups').find((file) => file.endsWith(`-${good}`)) ?? ''
  const manifest = await readManifest(new FolderStore(storeFolder()), key, relative(storeFolder(), path))
  const [block = ''] = manifest?.data.blocks ?? []
  const object = join(storeFolder(), 'objects', block.slice(0, 2), block)
  const bytes = readFileSync(object)
  // A reader of a pipe waits until somebody writes to it.
  rmSync(object)
  execFileSync('mkfifo', [object])
  await calls.prove(good)
  const reading = await open(object, 'w')
  renameSync(storeFolder(), `${storeFolder()}.away`)
  await reading.writeFile(bytes)
  await reading.close()
  const error = 'The backups that were made before are not in this store.'
  const isOver = async () => expect(await calls.read(good)).toMatchObject({ status: 'Proven', error })
  await vi.waitFor(isOver, { timeout: 60_000, interval: 50 })

  rmSync(storeFolder(), { recursive: true, force: true })
  renameSync(`${storeFolder()}.away`, storeFolder())
  rmSync(object)
  writeFileSync(object, bytes)
  await calls.prove(good)
  const isProven = async () => expect(await calls.read(good)).toMatchObject({ status: 'Proven', error: null })
  await vi.waitFor(isProven, { timeout: 60_000, interval: 50 })
  await hq.call('PUT', `/api/entity/Backup/${good}`, { pinned: 0 })
})

test('a manifest in the place of another counts as none', async () => {
  const first = await calls.take()
  await calls.until(first, 'Proven')
  await calls.pin(first)
  const other = await calls.take()
  await calls.until(other, 'Proven')
  const manifests = filesBelow('backups')
  const pathOf = (id: string) => manifests.find((path) => path.endsWith(`-${id}`)) ?? ''
  writeFileSync(pathOf(first), readFileSync(pathOf(other)))
  // Another cannot be made meanwhile, and the false one has failed all the same.
  const beside = await calls.take()
  await calls.prove(first)
  await calls.until(beside, 'Proven')
  expect((await calls.until(first, 'Failed')).proof.failed[0]).toHaveProperty('manifest')
  const unfinished = async () => (await calls.list()).filter(({ status }) => /Way|Stored|Proving/.test(status))
  await expect.poll(unfinished, { timeout: 60_000 }).toEqual([])
  expect(await calls.read(first)).toMatchObject({ status: 'Failed', error: 'The backup is not what was stored.' })
})

test('a store that is gone, refused, or of another key fails each backup by name and changes nothing', async () => {
  const good = (await calls.list()).find(({ status }) => status === 'Proven')?.id ?? ''
  renameSync(storeFolder(), `${storeFolder()}.away`)
  await expectRefused(good, 'The backups that were made before are not in this store.')
  rmSync(storeFolder(), { recursive: true, force: true })
  // Permissions bind no superuser, whom the system refuses this way, too.
  symlinkSync('backups', storeFolder())
  await expectRefused(good, 'The backup store cannot be used (ELOOP).')
  rmSync(storeFolder())
  renameSync(`${storeFolder()}.away`, storeFolder())

  for (const path of filesBelow('backups'))
    writeFileSync(
      path,
      readFileSync(path).map((byte) => byte ^ 255),
    )
  const before = filesBelow('objects').length
  await expectRefused(good, 'The backup key does not belong to this store.')
  expect(filesBelow('objects')).toHaveLength(before)
  for (const path of filesBelow('backups'))
    writeFileSync(
      path,
      readFileSync(path).map((byte) => byte ^ 255),
    )
})

/** A new backup fails by this sentence, and so does a proof of one that is Proven, which stays so. */
async function expectRefused(proven: string, sentence: string): Promise<void> {
  const taken = await calls.until(await calls.take(), 'Failed', 'Stored', 'Proven')
  expect(taken).toMatchObject({ status: 'Failed', error: sentence })
  await calls.prove(proven)
  const read = async () => expect(await calls.read(proven)).toMatchObject({ status: 'Proven', error: sentence })
  await vi.waitFor(read, { timeout: 60_000, interval: 50 })
  // Not before the proof: what still went on for a former backup may have found the store ready.
  const { entity: store } = (await hq.call('GET', `/api/entity/Backup%20Store/${taken.store}`)).json
  expect(store).toMatchObject({ status: 'Error', last_error: sentence })
}

test('the recovery key is shown to System Managers alone, and confirmed by its last characters', async () => {
  const settings = (method: string, data: object, cookie?: string) =>
    hq.call('POST', `/api/entity/HQ%20Settings/HQ%20Settings?run_method=${method}`, { data }, cookie)
  const operator = await hq.person('key@example.com', ['Operator'])
  expect((await settings('reveal_recovery_key', {}, operator)).status).toBe(403)
  const { key } = (await settings('reveal_recovery_key', {})).json.data
  expect(key).toBe(readFileSync(join(hq.dir, 'backup.key'), 'utf8').trim())
  const wrong = await settings('confirm_recovery_key', { last_four: 'zzzz' })
  expect([wrong.status, wrong.message]).toEqual([417, 'These are not the last four characters.'])
  expect((await settings('confirm_recovery_key', { last_four: key.slice(-4) })).json.data).toEqual({
    recovery_key_saved: 1,
  })
})

test('a store is tested with a probe, and says that it shares the disk of the data', async () => {
  const probe = (id: string) => hq.call('POST', `/api/entity/Backup%20Store/${id}?run_method=test_store`, { data: {} })
  expect((await probe('local')).json.data).toEqual({ status: 'Ready', error: null })
  const { entity } = (await hq.call('GET', '/api/entity/Backup%20Store/local')).json
  expect(entity).toMatchObject({ status: 'Ready', same_disk: 1 })
  expect(entity.used_bytes).toBeGreaterThan(0)
  const { engine } = hq.site
  const folder = join(hq.dir, 'config.json', 'no')
  await createRecord(engine, systemContext(engine), 'Backup Store', { store_name: 'bad', type: 'Folder', folder })
  expect((await probe('bad')).json.data.status).toBe('Error')
})

test('retention lets the older ones go and keeps their records', async () => {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const none = { keep_hourly: 1, keep_daily: 0, keep_weekly: 0, keep_monthly: 0, keep_yearly: 0 }
  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', none)
  const ahead = (await calls.list()).find(({ status }) => status === 'Proven')?.id ?? ''
  // HQ's clock was a day ahead, and was set back.
  const tomorrow = utcText(Date.now() + 86_400_000)
  await engine.store.write((tx) =>
    setSilently(engine, tx, 'Backup', ahead, { taken_at: tomorrow, proven_at: tomorrow }),
  )
  const last = await calls.take()
  const { taken_at, proven_at } = await calls.until(last, 'Proven')
  await vi.waitFor(async () => {
    const kept = (await calls.list()).filter(({ status }) => ['Stored', 'Proven'].includes(status))
    expect(kept.map(({ id }) => id)).toEqual([ahead, last])
  })
  const { entity } = (await hq.call('GET', '/api/entity/Project/acme')).json
  expect(entity).toMatchObject({ backup_state: 'Proven', last_backup: taken_at, last_proof: proven_at })
  expect((await calls.list()).filter(({ status }) => status === 'Expired').length).toBeGreaterThan(2)
})

test('a bucket takes backups as a folder does', async () => {
  const s3 = await startS3()
  const { place, objects, failures } = s3
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const { endpoint, region, bucket, prefix } = place
  const keys = { access_key_id: place.accessKeyId, secret_access_key: place.secretAccessKey }
  const body = { store_name: 'bucket', type: 'S3', endpoint, region, bucket, prefix, ...keys }
  await createRecord(engine, ctx, 'Backup Store', body)
  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', { store: 'bucket' })
  const proven = await calls.until(await calls.take(), 'Proven', 'Failed')
  expect(proven).toMatchObject({ status: 'Proven', store: 'bucket' })
  expect(proven.proof).toMatchObject({ ok: 1, from: 'bucket' })
  await vi.waitFor(async () => {
    const { entity } = (await hq.call('GET', '/api/entity/Backup%20Store/bucket')).json
    const held = [...objects.values()].reduce((sum, { bytes }) => sum + bytes.length, 0)
    expect(entity).toMatchObject({ status: 'Ready', used_bytes: held, same_disk: 0 })
  })
  const bytesOf = (key: string) => objects.get(key)?.bytes ?? Buffer.of()
  const refuse = (status: number, code: string) => {
    failures.length = 0
    failures.push(...Array.from({ length: 1000 }, () => status))
    s3.code = code
  }
  refuse(403, 'AccessDenied')
  await expectRefused(proven.id, 'The backup store refuses these keys.')
  refuse(404, 'NoSuchBucket')
  await expectRefused(proven.id, 'The bucket does not exist.')
  failures.length = 0

  // The bucket goes once the proof has read the manifest.
  const isObject = (call: string) => call.startsWith('GET') && call.includes('/objects/')
  const gate = Promise.withResolvers<void>()
  s3.calls.length = 0
  s3.hold = (call) => (isObject(call) ? gate.promise : undefined)
  await calls.prove(proven.id)
  await vi.waitFor(() => expect(s3.calls.some(isObject)).toBe(true), { timeout: 60_000, interval: 20 })
  refuse(404, 'NoSuchBucket')
  gate.resolve()
  const stays = { status: 'Proven', error: 'The bucket does not exist.' }
  await vi.waitFor(async () => expect(await calls.read(proven.id)).toMatchObject(stays), { timeout: 60_000 })
  failures.length = 0
  s3.hold = () => undefined

  const [altered = '', missing = ''] = [...objects.keys()]
    .filter((key) => key.includes('/objects/'))
    .toSorted((one, other) => bytesOf(other).length - bytesOf(one).length)
  bytesOf(altered)[40] = (bytesOf(altered)[40] as number) ^ 1
  objects.delete(missing)
  const known = new Set((await calls.list()).map(({ id }) => id))
  await calls.prove(proven.id)
  const failed = await calls.until(proven.id, 'Failed')
  const named = [altered, missing].map((key) => key.split('/').at(-1))
  expect(named).toContain(failed.proof.failed[0].object)
  const fresh = async () => (await calls.list()).find(({ id }) => !known.has(id))?.id
  await expect.poll(fresh).toBeDefined()
  expect(await calls.until((await fresh()) ?? '', 'Proven')).toMatchObject({ type: 'Scheduled', store: 'bucket' })
  expect([objects.has(altered), objects.has(missing)]).toEqual([true, true])
})

test('people go on during a copy, and files that they delete meanwhile are in it, and gone afterwards', async () => {
  const s3 = await startS3()
  const { endpoint, region, bucket, prefix, accessKeyId, secretAccessKey } = s3.place
  const { engine } = hq.site
  const keys = { access_key_id: accessKeyId, secret_access_key: secretAccessKey }
  const body = { store_name: 'slow', type: 'S3', endpoint, region, bucket, prefix, ...keys }
  await createRecord(engine, systemContext(engine), 'Backup Store', body)
  await updateRecord(engine, systemContext(engine), 'Backup Plan', 'Daily', { store: 'slow' })
  const { stagingUrl } = await hq.until('acme', 'Running')
  const { password } = (await hq.act('acme', 'reveal_admin_password')).json.data
  const headers = { 'content-type': 'application/json', origin: hq.site.config.publicUrl }
  let cookie = ''
  const atSite = async (method: string, path: string, sent?: object) => {
    const content = sent && { body: JSON.stringify(sent) }
    const answer = await fetch(`${stagingUrl}${path}`, { method, headers: { ...headers, cookie }, ...content })
    expect(answer.status, path).toBe(200)
    cookie ||= answer.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    return answer.json()
  }
  await atSite('POST', '/api/auth/login', { user: 'Administrator', password })
  // More than are read side by side.
  const ids: string[] = []
  for (let n = 0; n < 24; n++) {
    const filedata = Buffer.from(`file ${n}`).toString('base64')
    const file = { filedata, filename: `plan-${n}.txt`, decode_base64: 1, is_private: '1' }
    ids.push((await atSite('POST', '/api/files', file)).file.id)
  }
  const plans = () => readdirSync(join(hq.folder('acme'), 'files', 'private')).filter((name) => /^plan-/.test(name))
  expect(plans()).toHaveLength(24)

  const gate = Promise.withResolvers<void>()
  const isObject = (call: string) => call.includes('/objects/')
  s3.hold = (call) => (isObject(call) ? gate.promise : undefined)
  const taken = await calls.take()
  await vi.waitFor(() => expect(s3.calls.some(isObject)).toBe(true), { timeout: 60_000, interval: 20 })
  for (const id of ids) await atSite('DELETE', `/api/entity/File/${id}`)
  await atSite('POST', '/api/app/empty_trash', { entity: null })
  await atSite('POST', '/api/entity/Canned Text', { title: 'Meanwhile', text: 'Meanwhile' })
  expect(plans()).toHaveLength(24)
  gate.resolve()
  const proven = await calls.until(taken, 'Proven', 'Failed')
  expect(proven).toMatchObject({ status: 'Proven', proof: { failed: [] } })
  expect(proven.files).toBeGreaterThanOrEqual(24)
  await expect.poll(plans, { timeout: 30_000 }).toEqual([])
})
