import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BackupKey } from '../backup/backup-key.ts'
import { FolderStore } from '../backup/folder-store.ts'
import { listManifests, type Manifest, readManifest, writeManifest } from '../backup/manifest.ts'
import { readExistingConfig } from '../config/site-config.ts'
import { createRecord, findOne, setSilently, systemContext, updateRecord } from '../entity/index.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'
import { startHq, type TestHq } from '../testing/test-hq.ts'
import { startS3 } from '../testing/test-s3.ts'
import { backUp } from './back-up.ts'
import { exportSite } from './definitions.ts'
import { withRecords } from './records.ts'
import { recover as refuse } from './recover.ts'
import { restoreProject } from './restore-project.ts'

const folder = mkdtempSync(join(tmpdir(), 'tavla-recover-'))
const keyFile = join(folder, 'saved.key')
const store = join(folder, 'store')
let hq: TestHq
let again: TestHq | undefined

beforeAll(async () => {
  hq = await startHq({ sample: false })
  await hq.create('acme')
  await hq.create('fresh', { auto_provision: 0 })
  await hq.until('acme', 'Running')
  // A proof starts a program. The command proves each of its backups by itself, and those beside a restore need none.
  const { engine } = hq.site
  await updateRecord(engine, systemContext(engine), 'Backup Plan', 'Daily', { prove: 'Weekly' })
  cpSync(join(hq.dir, 'backup.key'), keyFile)
})

afterAll(async () => {
  await hq?.remove()
  await again?.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** A signal that never comes. */
const noSignal = () => new AbortController().signal
const backUpAll = () => backUp(['--all', '--data', hq.dir], () => undefined, noSignal)

interface Ended {
  code: unknown
  out: string
  err: string
}

const wordsOf = (args: Record<string, string>) =>
  Object.entries({ 'backup-key': keyFile, ...args }).flatMap(([name, value]) => [`--${name}`, value])

/** Runs the command; `signal` goes to it once it has brought the first part back. */
async function recover(
  args: Record<string, string>,
  variables: Record<string, string> = {},
  signal?: NodeJS.Signals,
): Promise<Ended> {
  const child = spawn(process.execPath, [tavla, 'recover', ...wordsOf(args)], { env: bareEnvironment(variables) })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => (out += chunk))
  if (signal) child.stdout.once('data', () => child.kill(signal))
  child.stderr.on('data', (chunk) => (err += chunk))
  return { code: await new Promise((resolve) => child.on('close', resolve)), out, err }
}

const keyOfStore = () => new BackupKey(Buffer.from(readFileSync(keyFile, 'utf8').trim(), 'hex'))

/** The manifests of a copy of the store, oldest first, with their files. */
async function manifestsIn(place: string): Promise<{ manifest: Manifest; file: string }[]> {
  const key = keyOfStore()
  const opened = new FolderStore(place)
  const found: { manifest: Manifest; file: string }[] = []
  for await (const { path } of listManifests(opened)) {
    const manifest = await readManifest(opened, key, path)
    if (manifest) found.push({ manifest, file: join(place, path) })
  }
  return found.toSorted((one, other) => (one.manifest.taken_at < other.manifest.taken_at ? -1 : 1))
}

/** The sums of a project's tables in the store; the program writes in `site` whenever it opens the records. */
async function storedSums(project: string): Promise<unknown> {
  const found = (await manifestsIn(store)).find(({ manifest }) => manifest.project.id === project)
  return found?.manifest.tables.filter(({ table }) => table !== 'site')
}

const sumsIn = (dir: string, project: string) =>
  sumSqliteTables(join(dir, 'projects', project, 'store', 'data.sqlite')).filter(({ table }) => table !== 'site')

const lines = (outcome: Ended) =>
  outcome.out
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'TIME')
    .trim()
    .split('\n')

test('a bucket brings HQ and its projects back', async () => {
  const { place, objects } = await startS3()
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const { endpoint, bucket, prefix, accessKeyId, secretAccessKey } = place
  await createRecord(engine, ctx, 'Backup Store', {
    ...{ store_name: 'bucket', type: 'S3', endpoint, bucket, prefix },
    ...{ access_key_id: accessKeyId, secret_access_key: secretAccessKey },
  })
  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', { store: 'bucket' })
  await backUpAll()
  const dir = join(folder, 'from-bucket')
  const order = { store: `s3://${bucket}/${prefix}`, endpoint, data: dir }
  const refused = await recover(order)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('AWS_ACCESS_KEY_ID')])
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  const outcome = await recover(order, keys)
  expect(outcome).toMatchObject({ code: 0, err: '' })
  expect(lines(outcome).toSorted()).toEqual([
    `"tavla start --data ${dir}" starts HQ and its projects.`,
    '_hq  Brought back as of TIME.',
    'acme  Brought back as of TIME.',
    'fresh  It had not been started yet, and had no data.',
  ])
  expect(sumsIn(dir, 'acme')).toEqual(sumsIn(hq.dir, 'acme'))
  expect(objects.size).toBeGreaterThan(10)
  const wrong = await recover({ ...order, data: join(folder, 'none') }, { ...keys, AWS_SECRET_ACCESS_KEY: 'wrong' })
  expect(wrong).toEqual({ code: 1, out: '', err: 'The backup store refuses these keys.\n' })
  expect(readdirSync(folder)).not.toContain('none')

  await updateRecord(engine, ctx, 'Backup Plan', 'Daily', { store: 'local' })
  await hq.create('lotus')
  await hq.until('lotus', 'Running')
  await backUpAll()
  // A copy on another disk.
  cpSync(join(hq.dir, 'backups'), store, { recursive: true })
})

test('the definitions of a project are exported by its id', async () => {
  const lines: string[] = []
  await exportSite(['lotus', join(folder, 'definitions'), '--data', hq.dir], (line) => lines.push(line))
  expect(lines).toEqual([expect.stringMatching(/^Definitions in .*: \d+ \(written: \d+, removed: 0\)\.$/)])
})

test('a folder brings HQ back, which starts with its projects and goes on with its backups there', async () => {
  const person = await hq.person('operator@example.com', ['Operator'])
  const { adminPassword, instanceSecret } = await hq.project('acme')
  await hq.remove()
  const dir = join(folder, 'hq')
  const outcome = await recover({ store, data: dir })
  expect(outcome).toMatchObject({ code: 0, err: '' })
  expect(lines(outcome).toSorted()).toEqual([
    `"tavla start --data ${dir}" starts HQ and its projects.`,
    '_hq  Brought back as of TIME.',
    'acme  Brought back as of TIME.',
    'fresh  It had not been started yet, and had no data.',
    'lotus  Brought back as of TIME.',
  ])
  expect(readdirSync(dir).filter((name) => name.startsWith('.'))).toEqual([])
  for (const project of ['acme', 'lotus']) expect(sumsIn(dir, project)).toEqual(await storedSums(project))

  again = await startHq({ dir })
  await Promise.all([again.until('acme', 'Running'), again.until('lotus', 'Running')])
  expect(await again.project('acme')).toMatchObject({ adminPassword, instanceSecret })
  expect((await again.call('GET', '/api/entity/Project', undefined, person)).status).toBe(401)
  const { entity } = (await again.call('GET', '/api/entity/Backup%20Store/local')).json
  expect(entity).toMatchObject({ type: 'Folder', folder: store })
  const events = (await again.act('acme', 'load_project_data')).json.data.events as { message: string | null }[]
  expect(events.map(({ message }) => message)).toContainEqual(expect.stringContaining('is restored from backup'))
  expect(events.map(({ message }) => message)).not.toContainEqual(expect.stringContaining('HQ ended'))
  // The plan keeps the newest of an hour.
  const first = (await again.call('GET', '/api/entity/Backup?fields=["status"]')).json.data as { id: string }[]
  for (const { id } of first) await again.call('PUT', `/api/entity/Backup/${id}`, { pinned: 1 })
  const made: string[] = []
  expect(await backUp(['_hq', 'acme', '--data', dir], (line) => made.push(line), noSignal)).toBe(0)
  expect(made).toEqual(['_hq  Proven', 'acme  Proven'])
})

test('a project is restored by the command, from a running HQ and from one that does not run', async () => {
  if (!again) throw new Error('The test before did not come to its end.')
  const { dir } = again
  const of = async (project: string) => {
    const filters = JSON.stringify({ project, pinned: 1 })
    return (await again?.call('GET', `/api/entity/Backup?filters=${filters}`))?.json.data as { id: string }[]
  }
  const run = (...args: string[]) => restoreProject([...args, '--data', dir])
  const [backup = '', foreign = ''] = [(await of('lotus'))[0]?.id, (await of('acme'))[0]?.id]
  await expect(run('lotus', '--backup', foreign)).rejects.toThrow('is not a restorable backup of this project.')
  await expect(run('nobody', '--backup', backup)).rejects.toThrow('Project nobody')
  await expect(run('lotus')).rejects.toThrow('"tavla restore" is used so: ')
  const { engine } = again.site
  // An ordinary change would restart the site.
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'lotus', { environment: 'Production' }))
  await expect(run('lotus', '--backup', backup)).rejects.toThrow('This project is in production: --reason')
  const why = ['--reason', 'somebody emptied it']
  const restored = `The project lotus is restored from backup ${backup}. The safety copy is backup `
  expect(await run('lotus', '--backup', backup, ...why)).toContain(restored)
  await again.until('lotus', 'Running')

  // It has nothing to do any more, so that the next HQ starts one site less.
  expect((await again.act('acme', 'stop_project')).message).toBe('')
  await again.close()
  expect(await run('lotus', '--backup', backup, ...why)).toContain(restored)
  expect(existsSync(join(dir, 'projects', 'lotus', 'restored.json'))).toBe(true)
  again = await startHq({ dir })
  await again.until('lotus', 'Running')
  const { count } = (await again.call('GET', `/api/entity/Backup?filters=${JSON.stringify({ type: 'Safety' })}`)).json
  expect(count).toBe(2)
})

test('recovery passes over damaged backups for older ones, and names the projects that do not come back', async () => {
  const damaged = join(folder, 'damaged')
  cpSync(store, damaged, { recursive: true })
  const all = await manifestsIn(damaged)
  const of = (project: string) => all.filter(({ manifest }) => manifest.project.id === project)
  for (const { file } of of('lotus')) rmSync(file)
  writeFileSync(of('_hq').at(-1)?.file ?? '', 'nonsense')
  const [first, second] = of('acme').map(({ manifest }) => manifest.data.blocks)
  const lost = second?.find((name) => !first?.includes(name)) ?? ''
  rmSync(join(damaged, 'objects', lost.slice(0, 2), lost))
  const [known] = of('acme')
  if (!known) throw new Error('There is no backup of acme.')
  const late = { ...known.manifest, id: 'late', type: 'Final', taken_at: new Date().toISOString() }
  await writeManifest(new FolderStore(damaged), keyOfStore(), {
    ...late,
    project: { uid: 'f'.repeat(32), id: 'late', name: 'Late' },
  })
  const [ownFirst] = of('_hq')
  const inThreeDays = new Date(Date.now() + 3 * 86_400_000).toISOString()
  if (!ownFirst) throw new Error('There is no backup of HQ.')
  const ahead = { ...ownFirst.manifest, id: 'ahead', taken_at: inThreeDays }
  await writeManifest(new FolderStore(damaged), keyOfStore(), ahead)
  const dir = join(folder, 'damaged-hq')
  // A killed one is no data folder, and the next run begins anew there.
  await recover({ store: damaged, data: dir }, {}, 'SIGKILL')
  expect(readdirSync(dir)).toEqual(['.recovering'])
  const outcome = await recover({ store: damaged, data: dir })
  expect([outcome.code, outcome.err]).toEqual([1, ''])
  expect(lines(outcome).toSorted()).toEqual([
    `"tavla start --data ${dir}" starts HQ and its projects.`,
    '_hq  Backups dated in the future come last: 1.',
    '_hq  Brought back as of TIME.',
    expect.stringMatching(/^_hq {2}The backup of \S+ is not what was stored\.$/),
    'acme  Brought back as of TIME. Newer backups passed over: 1. The backup is not what was stored.',
    'fresh  It had not been started yet, and had no data.',
    'late  Not brought back: it is newer than the backup of HQ. The console makes a project of its backup.',
    'lotus  Not brought back: The store has no backup of this project.',
  ])
  expect(readdirSync(join(dir, 'projects')).filter((name) => !name.startsWith('.'))).toEqual(['acme'])
  const backup = await withRecords(readExistingConfig(dir, {}), (engine) =>
    findOne(engine, 'Backup', { where: { id: 'late' }, fields: ['type', 'status'] }),
  )
  expect(backup).toMatchObject({ type: 'Final', status: 'Stored' })
})

test('a recovery that cannot be made says why in one sentence and leaves nothing behind', async () => {
  const empty = join(folder, 'empty')
  const [other, bad] = [join(folder, 'other.key'), join(folder, 'bad.key')]
  writeFileSync(other, 'ab'.repeat(32))
  writeFileSync(bad, 'no key')
  const before = readdirSync(folder).toSorted()
  const cases: [Record<string, string>, string][] = [
    [{ store }, '"tavla recover" is used so: '],
    [{ store, data: empty, deep: '' }, '"tavla recover" is used so: '],
    [{ store: join(folder, 'nowhere'), data: empty }, `There is no folder ${join(folder, 'nowhere')}.`],
    [{ store: 's3:bucket', data: empty }, '"s3:bucket" is not the name of a bucket'],
    [{ store: 's3://bucket', data: empty }, 'A store in a bucket needs --endpoint URL.'],
    [{ store, region: 'x', data: empty }, '--endpoint and --region are for stores in buckets.'],
    [{ store, data: join(store, 'hq') }, `The data folder ${join(store, 'hq')} must not lie in the store.`],
    [{ store, data: folder }, `The folder ${folder} is not empty.`],
    [{ store, data: keyFile }, `The data folder ${keyFile} cannot be written (ENOTDIR).`],
    [{ store: join(store, 'objects'), data: empty }, 'There are no backups in this store.'],
    [{ store, data: empty, 'backup-key': other }, 'The backup key does not belong to this store.'],
    [{ store, data: empty, 'backup-key': bad }, `The backup key ${bad} must hold 64 hex digits.`],
  ]
  for (const [args, sentence] of cases) {
    const refused = refuse(wordsOf(args), () => undefined, noSignal())
    await expect(refused).rejects.toThrow(sentence)
  }
  const ended = await recover({ store, data: empty }, {}, 'SIGTERM')
  expect(ended).toMatchObject({ code: 1, err: 'The recovery was broken off. Nothing is left of it.\n' })
  expect(readdirSync(folder).toSorted()).toEqual(before)
})
