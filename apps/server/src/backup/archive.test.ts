import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type ArchiveManifest, archiveOf, unpackArchive } from './archive.ts'
import { BackupKey } from './backup-key.ts'
import { FolderStore } from './folder-store.ts'
import { takeBackup } from './take.ts'
import { BadArchive } from './tar-read.ts'
import { type TarFile, writeTar } from './tar-write.ts'
import { testFolder } from './testing-folder.ts'

const longName = `private/${'חוזה-'.repeat(20)}a1b2c3.pdf`

test('a backup becomes a tar that other programs list, and that comes back byte by byte', async () => {
  const folder = testFolder()
  const [data, contract] = [randomBytes(1_500_000), randomBytes(700)]
  mkdirSync(join(folder, 'files', 'private'), { recursive: true })
  writeFileSync(join(folder, 'data.sqlite'), data)
  writeFileSync(join(folder, 'files', longName), contract)
  const place = { store: new FolderStore(join(folder, 'backups')), key: new BackupKey(randomBytes(32)) }
  const copy = {
    program: '0.1.0',
    database: 'sqlite' as const,
    data: join(folder, 'data.sqlite'),
    tables: [],
    filesFolder: join(folder, 'files'),
    files: [longName],
    config: Buffer.from('{"apps":["platform"],"instance_secret":"hush"}'),
    siteKey: Buffer.from('the key of the site'),
  }
  const about = { id: 'b1', taken_at: '2026-05-06T02:00:00.000Z', project: { uid: 'u1', id: 'acme', name: 'Acme' } }
  const { manifest } = await takeBackup(place, copy, about)

  const file = join(folder, 'acme.tar')
  writeFileSync(file, await Array.fromAsync(archiveOf(place, manifest)).then((parts) => Buffer.concat(parts)))
  const listed = execFileSync('tar', ['-tf', file, '--quoting-style=literal'], { encoding: 'utf8' })
  expect(listed.trim().split('\n')).toEqual(['manifest.json', 'data.sqlite', `files/${longName}`])
  for (const secret of ['hush', 'the key of the site']) expect(readFileSync(file).includes(secret)).toBe(false)

  const back = join(folder, 'back')
  mkdirSync(back)
  const read = await unpackArchive(Readable.from([readFileSync(file)]), back)
  expect([read.project, read.apps]).toEqual([{ id: 'acme', name: 'Acme' }, ['platform']])
  expect(readFileSync(join(back, 'store', 'data.sqlite')).equals(data)).toBe(true)
  expect(readFileSync(join(back, 'files', longName)).equals(contract)).toBe(true)
})

const sum = (text: string) => createHash('sha256').update(text).digest('hex')
const fileOf = (name: string, text: string): TarFile => ({
  name,
  size: Buffer.byteLength(text),
  content: Readable.from([Buffer.from(text)]),
})
const named = (path: string, text: string) => ({ path, size: Buffer.byteLength(text), sha256: sum(text) })

/** An archive of one attached file, with what a test changes. */
function archive(change: { manifest?: Partial<ArchiveManifest>; more?: TarFile[]; file?: TarFile } = {}) {
  const manifest = {
    format: 'tavla-archive',
    version: 1,
    taken_at: '2026-11-01T02:00:00Z',
    project: { id: 'acme', name: 'Acme' },
    program: '0.1.0',
    apps: ['platform'],
    database: 'sqlite',
    data: named('data.sqlite', 'records'),
    tables: [],
    files: [named('files/private/a.txt', 'attached')],
    ...change.manifest,
  }
  return writeTar([
    fileOf('manifest.json', JSON.stringify(manifest)),
    fileOf('data.sqlite', 'records'),
    change.file ?? fileOf('files/private/a.txt', 'attached'),
    ...(change.more ?? []),
  ])
}

async function refusal(source: AsyncIterable<Uint8Array>): Promise<string> {
  const folder = testFolder()
  const error = await unpackArchive(source, folder).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(BadArchive)
  expect(existsSync(join(folder, '..', 'out.txt'))).toBe(false)
  return (error as Error).message
}

/** The archive with one header changed; `at` is a place in the header of the last file. */
async function withHeader(type: string, link = ''): Promise<AsyncIterable<Uint8Array>> {
  const bytes = Buffer.concat(await Array.fromAsync(archive()))
  const at = bytes.indexOf('files/private/a.txt\0')
  const header = bytes.subarray(at, at + 512)
  header.write(type, 156)
  header.write(link, 157)
  header.write('        ', 148)
  header.write(
    `${header
      .reduce((total, byte) => total + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
  return Readable.from([bytes])
}

test('a sound archive is taken in pieces of any size', async () => {
  const folder = testFolder()
  const bytes = Buffer.concat(await Array.fromAsync(archive()))
  const pieces = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
  await unpackArchive(Readable.from(pieces), folder)
  expect(readFileSync(join(folder, 'files', 'private', 'a.txt'), 'utf8')).toBe('attached')
})

test.each([
  ['a name with `..`', () => archive({ more: [fileOf('files/../../out.txt', 'x')] }), 'not a file of its manifest'],
  ['an absolute name', () => archive({ more: [fileOf('/tmp/out.txt', 'x')] }), 'not a file of its manifest'],
  ['a doubled name', () => archive({ more: [fileOf('files/private/a.txt', 'attached')] }), 'or is there twice'],
  ['a name that the manifest lacks', () => archive({ more: [fileOf('files/private/b.txt', 'x')] }), 'not a file'],
  [
    'a manifest that names `..`',
    () => archive({ manifest: { files: [named('files/private/../../out.txt', 'x')] } }),
    'its manifest',
  ],
  [
    'a manifest that names a file twice',
    () => archive({ manifest: { files: [named('files/private/a.txt', 'x'), named('files/private/a.txt', 'x')] } }),
    'its manifest',
  ],
  [
    'a name that no disk takes',
    () => archive({ manifest: { files: [named(`files/private/${'א'.repeat(128)}`, 'x')] } }),
    'its manifest',
  ],
  [
    'a project whose name steers the terminal',
    () => archive({ manifest: { project: { id: 'acme', name: 'Acme\u001b[2J' } } }),
    'its manifest',
  ],
  ['a project without an id', () => archive({ manifest: { project: { id: '', name: 'Acme' } } }), 'its manifest'],
  ['a manifest without a time', () => archive({ manifest: { taken_at: 'yesterday' } }), 'its manifest'],
  ['a manifest of no version', () => archive({ manifest: { program: 'newest' } }), 'its manifest'],
  ['a manifest of other applications', () => archive({ manifest: { apps: ['sample'] } }), 'its manifest'],
  ['another size', () => archive({ file: fileOf('files/private/a.txt', 'attached and more') }), 'another size'],
  ['other bytes', () => archive({ file: fileOf('files/private/a.txt', 'ATTACHED') }), 'other bytes'],
  [
    'a missing file',
    () =>
      archive({ manifest: { files: [named('files/private/a.txt', 'attached'), named('files/public/b.txt', 'x')] } }),
    'files/public/b.txt is missing',
  ],
  ['a symbolic link', () => withHeader('2', '/etc/passwd'), 'no plain file'],
  ['a hard link', () => withHeader('1', 'data.sqlite'), 'no plain file'],
  ['a folder', () => withHeader('5'), 'no plain file'],
  ['an early end', () => Readable.from([Buffer.alloc(300, 1)]), 'ends too early'],
  ['something else', () => Readable.from([Buffer.alloc(2048, 'no tar ')]), 'damaged'],
])('an archive with %s is refused', async (_, make, message) => {
  expect(await refusal(await make())).toContain(message)
})
