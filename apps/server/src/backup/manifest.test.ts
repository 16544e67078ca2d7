import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BackupKey, NotAuthentic } from './backup-key.ts'
import { FolderStore } from './folder-store.ts'
import { listManifests, type Manifest, readManifest, writeManifest } from './manifest.ts'
import { testFolder } from './testing-folder.ts'

const key = new BackupKey(randomBytes(32))
const file = { size: 0, sha256: '', blocks: [] }

const manifest = (changes: Partial<Manifest>): Manifest => ({
  format: 'tavla-backup',
  version: 1,
  id: 'b1',
  taken_at: '2026-05-06T02:00:00.000Z',
  project: { uid: 'u1', id: 'acme', name: 'Acme' },
  program: '0.1.0',
  database: 'sqlite',
  data: file,
  tables: [],
  files: [],
  config: file,
  site_key: file,
  ...changes,
})

test('manifests are listed by project and time, and read back', async () => {
  const store = new FolderStore(testFolder())
  const second = await writeManifest(store, key, manifest({ id: 'b2', taken_at: '2026-05-07T02:00:00.000Z' }))
  const first = await writeManifest(store, key, manifest({}))
  await writeManifest(store, key, manifest({ id: 'b3', project: { uid: 'u2', id: 'acme', name: 'Acme' } }))
  const ids = async (project?: string) => (await Array.fromAsync(listManifests(store, project))).map(({ id }) => id)
  expect([await ids('u1'), await ids()]).toEqual([
    ['b1', 'b2'],
    ['b1', 'b2', 'b3'],
  ])
  expect((await readManifest(store, key, first))?.id).toBe('b1')
  expect((await readManifest(store, key, second))?.taken_at).toBe('2026-05-07T02:00:00.000Z')
  expect(await readManifest(store, key, 'backups/u1/none')).toBe(undefined)
})

test('the manifest of another project, put in place, is refused; so is another key', async () => {
  const folder = testFolder()
  const store = new FolderStore(folder)
  const path = await writeManifest(store, key, manifest({}))
  const moved = path.replace('/u1/', '/u2/')
  mkdirSync(join(folder, 'backups', 'u2'))
  copyFileSync(join(folder, path), join(folder, moved))
  await expect(readManifest(store, key, moved)).rejects.toThrow(NotAuthentic)
  await expect(readManifest(store, new BackupKey(randomBytes(32)), path)).rejects.toThrow(NotAuthentic)
})

test.each([
  '../site.key',
  'private/../../site.key',
  '/etc/passwd',
  'private/.hidden',
  'other/a.pdf',
  'private/a/b.pdf',
])('a file at %s is refused, whoever sealed the manifest', async (path) => {
  const store = new FolderStore(testFolder())
  const written = await writeManifest(store, key, manifest({ files: [{ ...file, path }] }))
  await expect(readManifest(store, key, written)).rejects.toThrow(NotAuthentic)
})
