import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecord, find, systemContext, updateRecord } from '../../entity/index.ts'
import { override } from '../../testing/override.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { startS3 } from '../../testing/test-s3.ts'
import { type BackupCalls, backupCalls } from './backups/testing-backups.ts'
import { defaultTiming } from './hq.ts'

let hq: TestHq
let backups: BackupCalls

beforeAll(async () => {
  hq = await startHq({ sample: false })
  backups = backupCalls(hq)
  await hq.create('acme')
  await hq.until('acme', 'Running')
  await hq.act('acme', 'stop_project')
})

afterAll(() => hq.remove())

const remove = (body?: object) => hq.call('DELETE', '/api/entity/Project/acme', body)
const finals = () =>
  find(hq.site.engine, 'Backup', { where: { project_id: 'acme', type: 'Final' }, fields: ['status', 'project'] })
const configFile = () => join(hq.folder('acme'), 'config.json')

async function bringBack(): Promise<void> {
  const { json } = await hq.call('GET', '/api/hq/trash')
  expect((await hq.call('POST', '/api/hq/restore_from_trash', { name: json.items[0].name })).message).toBe('')
}

/** Makes the data unreadable until the returned call. */
function spoil(): () => void {
  const right = readFileSync(configFile())
  writeFileSync(configFile(), 'no configuration')
  return () => writeFileSync(configFile(), right)
}

test('a deleted project leaves a proven backup, which it has again when it comes back', async () => {
  expect((await remove()).message).toBe('')
  const [final, ...more] = await finals()
  expect([final?.project ?? null, more]).toEqual([null, []])
  await backups.until(String(final?.id), 'Proven')
  await bringBack()
  expect(await backups.list()).toEqual([expect.objectContaining({ id: final?.id, type: 'Final' })])
  const { json } = await hq.call('GET', '/api/entity/Project/acme')
  expect(json.entity).toMatchObject({ backup_state: 'Proven', last_backup: expect.any(String), status: 'Stopped' })
})

test('a deletion lets the backup finish that somebody began before it', async () => {
  const service = await startS3()
  const { place } = service
  const keys = { access_key_id: place.accessKeyId, secret_access_key: place.secretAccessKey }
  const { endpoint, region, bucket, prefix } = place
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const store = { store_name: 'bucket', type: 'S3', endpoint, region, bucket, prefix, ...keys }
  await createRecord(engine, ctx, 'Backup Store', store)
  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', { store: 'bucket' })
  const { promise, resolve } = Promise.withResolvers<void>()
  service.hold = () => promise
  const manual = await backups.take()
  await expect.poll(() => service.calls.length).toBeGreaterThan(0)
  const removed = remove()
  await hq.until('acme', 'Removing')
  expect((await backups.tryTake()).message).toBe('This is not possible while the project is Removing.')
  resolve()
  expect((await removed).message).toBe('')
  expect(await backups.until(manual, 'Stored', 'Proving', 'Proven')).toMatchObject({ type: 'Manual' })
  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', { store: 'local' })
  await bringBack()
})

test('a project of which no backup can be made stays as it was', async () => {
  const mend = spoil()
  const { status, json, message } = await remove()
  expect([status, message]).toEqual([409, 'No backup can be made before deleting acme.'])
  expect(json.needs).toEqual(['force'])
  expect(await hq.project('acme')).toMatchObject({ status: 'Stopped', desiredState: 'Stopped', lastError: undefined })
  expect(readdirSync(join(hq.dir, 'projects'))).toContain('acme')
  mend()
})

test('the call does not wait for long, and what fails later stands in the record', async () => {
  override(defaultTiming, { removalWait: 0 })
  const mend = spoil()
  expect((await remove()).status).toBe(200)
  // The answer may come before the state changes.
  const said = 'No backup can be made before deleting acme.'
  await expect.poll(() => hq.project('acme')).toMatchObject({ lastError: said })
  expect(await hq.project('acme')).toMatchObject({ status: 'Stopped', desiredState: 'Stopped' })
  mend()
  override(defaultTiming, { removalWait: 30_000 })
})

test('a deletion that HQ was killed in goes back as one that goes on', async () => {
  const mend = spoil()
  const { engine } = hq.site
  await updateRecord(engine, systemContext(engine), 'Project', 'acme', { status: 'Removing' })
  await hq.close()
  hq = await startHq({ dir: hq.dir, sample: false })
  backups = backupCalls(hq)
  await hq.until('acme', 'Stopped')
  mend()
})

test('with force it goes without a backup', async () => {
  spoil()
  expect((await remove({ force: 1 })).message).toBe('')
  expect((await hq.call('GET', '/api/entity/Project/acme')).status).toBe(404)
})
