import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archiveOf } from '../backup/archive.ts'
import { BackupKey } from '../backup/backup-key.ts'
import { FolderStore } from '../backup/folder-store.ts'
import { takeBackup } from '../backup/take.ts'
import { writeTar } from '../backup/tar-write.ts'
import { createRecord, readSecret, systemContext } from '../entity/index.ts'
import { version } from '../ground/version.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import { bareEnvironment, tavla } from '../testing/tavla.ts'
import { makeTestSite } from '../testing/test-site.ts'

let folder: string
let siteKey: string
let account: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tavla-restore-'))
  const { site, config, signIn, close } = await makeTestSite()
  await signIn('manager@example.com')
  const ctx = systemContext(site.engine)
  await site.files.save(ctx, { fileName: 'contract.txt', content: Buffer.from('the words of the contract') })
  const body = { email_account_name: 'Office', email_id: 'office@example.com', password: 'hush' }
  account = (await createRecord(site.engine, ctx, 'Email Account', body)).id
  await close()
  siteKey = join(config.dir, 'site.key')
  const data = join(config.dir, 'store', 'data.sqlite')
  await archive('site.tar', version, config.dir, sumSqliteTables(data))
  await archive('newer.tar', '99.1.0', config.dir, sumSqliteTables(data))
  await archive('other.tar', version, config.dir, [])
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function archive(name: string, program: string, dir: string, tables: ReturnType<typeof sumSqliteTables>) {
  const place = { store: new FolderStore(join(folder, `store of ${name}`)), key: new BackupKey(randomBytes(32)) }
  const copy = {
    program,
    database: 'sqlite' as const,
    data: join(dir, 'store', 'data.sqlite'),
    tables,
    filesFolder: join(dir, 'files'),
    files: readdirSync(join(dir, 'files', 'private')).map((file) => `private/${file}`),
    config: readFileSync(join(dir, 'config.json')),
    siteKey: readFileSync(join(dir, 'site.key')),
  }
  const about = { id: 'b1', taken_at: '2026-05-06T02:00:00.000Z', project: { uid: 'u1', id: 'acme', name: 'Acme' } }
  const { manifest } = await takeBackup(place, copy, about)
  await pipeline(Readable.from(archiveOf(place, manifest)), createWriteStream(join(folder, name)))
}

const command = (...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [tavla, ...args], { env: bareEnvironment() }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    )
  })

const restore = (file: string, to: string, ...more: string[]) =>
  command('restore', join(folder, file), '--to', join(folder, to), ...more)

test('a downloaded backup becomes a site whose people sign in and whose files are there, without secrets', async () => {
  const { code, out, err } = await restore('site.tar', 'plain')
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(
    / is as Acme was at 2026-05-06T02:00:00.000Z\. \d+ secrets that its key does not open are empty\./,
  )
  const site = await makeTestSite({ dir: join(folder, 'plain') })
  const as = await site.signIn('manager@example.com')
  expect(site.config.siteId).toBe('acme')
  expect((await site.call('GET', '/api/entity/Session?filters={"status":"Active"}', { as })).json.data).toHaveLength(1)
  expect(await readSecret(site.site.engine, 'Email Account', account, 'password')).toBeNull()
  const [file] = (await site.call('GET', '/api/entity/File?fields=["file_url"]', { as })).json.data
  expect((await site.call('GET', file.file_url, { as })).text).toBe('the words of the contract')
})

test('the key of the site opens its secrets', async () => {
  expect(await restore('site.tar', 'whole', '--site-key', siteKey)).toMatchObject({ code: 0, err: '' })
  const { site } = await makeTestSite({ dir: join(folder, 'whole') })
  expect(await readSecret(site.engine, 'Email Account', account, 'password')).toBe('hush')
})

test('a site becomes such a tar by the command, running or not, with its files and all of its records', async () => {
  const made = join(folder, 'made.tar')
  const backUp = (...args: string[]) => command('backup', ...args)
  const stopped = await makeTestSite()
  await stopped.signIn('manager@example.com')
  const content = Buffer.from('the words of the contract')
  await stopped.site.files.save(systemContext(stopped.site.engine), { fileName: 'contract.txt', content })
  const { dir } = stopped.config
  expect(await backUp(dir, '--to', made)).toMatchObject({ code: 0, err: '', out: expect.stringContaining('files 1') })
  await stopped.close()
  const again = join(folder, 'again.tar')
  expect(await backUp(dir, '--to', again)).toMatchObject({ code: 0, err: '' })
  const names = readdirSync(folder)
  const refusals = [
    [[dir, '--to', made], `The file ${made} is there already.`],
    [
      [dir, '--to', join(folder, 'none', 'x.tar')],
      `The file ${join(folder, 'none', 'x.tar')} cannot be written (ENOENT).`,
    ],
    [[join(folder, 'none'), '--to', join(folder, 'x.tar')], `There is no site in ${join(folder, 'none')}.`],
    [
      [dir, dir, '--to', join(folder, 'x.tar')],
      'A tar of one site is made so: tavla backup DIR --to FILE [--database URL]',
    ],
  ] as const
  const answers = await Promise.all(refusals.map(([args]) => backUp(...args)))
  expect(answers).toEqual(refusals.map(([, sentence]) => ({ code: 1, out: '', err: `${sentence}\n` })))
  expect(readdirSync(folder)).toEqual(names)
  for (const tar of ['made.tar', 'again.tar']) {
    expect(await restore(tar, `of ${tar}`, '--site-key', join(dir, 'site.key'))).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(join(folder, `of ${tar}`, 'files', 'private'))).toHaveLength(1)
  }
})

/** A tar of one data file, whose manifest says that it has `size` bytes. */
async function forge(name: string, data: Buffer, tables: unknown, size = data.length) {
  const manifest = {
    ...{ format: 'tavla-archive', version: 1, taken_at: '2026-05-06T02:00:00.000Z', program: version },
    ...{ project: { id: 'acme', name: 'Acme' }, apps: ['platform'], database: 'sqlite', tables, files: [] },
    data: { path: 'data.sqlite', size, sha256: createHash('sha256').update(data).digest('hex') },
  }
  const fileOf = (path: string, bytes: Buffer) => ({ name: path, size: bytes.length, content: Readable.from([bytes]) })
  const files = [fileOf('manifest.json', Buffer.from(JSON.stringify(manifest))), fileOf('data.sqlite', data)]
  await pipeline(Readable.from(writeTar(files)), createWriteStream(join(folder, name)))
}

test('an archive whose records are of no such site, or have no room, is refused before a site is made', async () => {
  const file = join(folder, 'foreign.sqlite')
  const db = new DatabaseSync(file)
  db.exec("create table task (id text); insert into task values ('a')")
  db.close()
  await forge('foreign.tar', readFileSync(file), sumSqliteTables(file))
  await forge('garbage.tar', Buffer.from('no database'), [])
  await forge('large.tar', Buffer.from('a little'), [], 9e15)
  const before = readdirSync(folder).toSorted()
  for (const [tar, sentence] of [
    ['foreign.tar', `The archive ${join(folder, 'foreign.tar')} is refused: it holds no records of this program.\n`],
    ['garbage.tar', `The archive ${join(folder, 'garbage.tar')} is refused: its records cannot be read.\n`],
    ['large.tar', expect.stringMatching(/^There is not enough disk space: \S+ TB needed, .+ free\.\n$/)],
  ] as const) {
    expect(await restore(tar, 'refused')).toEqual({ code: 1, out: '', err: sentence })
  }
  expect(readdirSync(folder).toSorted()).toEqual(before)
})

test('an archive that cannot be restored is refused in one sentence, and nothing is left behind', async () => {
  writeFileSync(join(folder, 'bad.tar'), readFileSync(join(folder, 'site.tar')).subarray(0, 300_000))
  writeFileSync(join(folder, 'bad.key'), 'no key')
  const before = readdirSync(folder).sort()
  const refusal = async (file: string, ...more: string[]) => {
    const { code, err } = await restore(file, 'refused', ...more)
    return [code, err.trim().replaceAll(`${folder}/`, '')]
  }
  expect(await refusal('newer.tar')).toEqual([1, 'This backup needs version 99.1.0.'])
  expect(await refusal('other.tar')).toEqual([
    1,
    'The archive other.tar is refused: its records are not those of its manifest.',
  ])
  expect(await refusal('bad.tar')).toEqual([1, 'The archive bad.tar is refused: it ends too early.'])
  expect(await refusal('none.tar')).toEqual([1, 'There is no file none.tar.'])
  expect((await refusal('site.tar', '--site-key', join(folder, 'bad.key')))[1]).toContain('must hold 32 bytes')
  expect((await refusal('site.tar', '--deep'))[1]).toContain('tavla restore FILE --to DIR')
  expect(readdirSync(folder).sort()).toEqual(before)
  const { code, err } = await restore('site.tar', 'store of site.tar')
  expect([code, err]).toEqual([1, expect.stringContaining('is not empty.')])
  expect(existsSync(join(folder, 'store of site.tar', 'objects'))).toBe(true)
})
