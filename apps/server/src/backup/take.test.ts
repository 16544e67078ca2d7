import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BackupKey } from './backup-key.ts'
import { takeInThread } from './backup-thread.ts'
import { FolderStore } from './folder-store.ts'
import { readBack } from './read-back.ts'
import { type SiteCopy, takeBackup } from './take.ts'
import { testFolder } from './testing-folder.ts'

const project = { uid: 'u1', id: 'acme', name: 'Acme' }

function start() {
  const folder = testFolder()
  const filesFolder = join(folder, 'files')
  mkdirSync(join(filesFolder, 'private'), { recursive: true })
  writeFileSync(join(folder, 'data.sqlite'), randomBytes(5_500_000))
  writeFileSync(join(filesFolder, 'private', 'a.pdf'), randomBytes(5_000_000))
  const copy: SiteCopy = {
    program: '0.1.0',
    database: 'sqlite',
    data: join(folder, 'data.sqlite'),
    tables: [{ table: 'e_task', rows: 3, sha256: 'abc' }],
    filesFolder,
    files: ['private/a.pdf'],
    config: Buffer.from('{"site_id":"acme"}'),
    siteKey: Buffer.from('a key'),
  }
  const storeFolder = join(folder, 'backups')
  const place = { store: new FolderStore(storeFolder), key: new BackupKey(randomBytes(32)) }
  let day = 0
  const take = (previous?: string) => {
    day += 1
    return takeBackup(place, copy, { id: `b${day}`, taken_at: `2026-05-0${day}T02:00:00.000Z`, project }, previous)
  }
  const back = (path: string) => {
    const target = join(folder, `back${Math.random()}`)
    mkdirSync(target)
    return readBack(place, path, target).then((found) => ({ ...found, target }))
  }
  return { folder, copy, storeFolder, take, back }
}

test('a backup read back gives every byte, the configuration and the key', async () => {
  const { copy, take, back } = start()
  const { path, manifest, added } = await take()
  expect(added).toBeGreaterThan(7_000_000)
  const { target, lost, manifest: read } = await back(path)
  expect([lost, read]).toEqual([[], manifest])
  const same = (one: string, other: string) => readFileSync(one).equals(readFileSync(other))
  expect(same(join(target, 'store', 'data.sqlite'), copy.data)).toBe(true)
  expect(same(join(target, 'files', 'private', 'a.pdf'), join(copy.filesFolder, 'private', 'a.pdf'))).toBe(true)
  expect(readFileSync(join(target, 'config.json'), 'utf8')).toBe('{"site_id":"acme"}')
  expect(readFileSync(join(target, 'site.key'), 'utf8')).toBe('a key')
})

test('the next backup of an unchanged site costs no bytes, and does not read its files again', async () => {
  const { copy, take, back } = start()
  const first = await take()
  // Bytes of the same length, which a second reading would notice.
  writeFileSync(join(copy.filesFolder, 'private', 'a.pdf'), randomBytes(5_000_000))
  const second = await take(first.path)
  expect([second.added, second.manifest.files]).toEqual([0, first.manifest.files])
  expect((await back(second.path)).lost).toEqual([])
})

test('an object that is gone is named when it is read, and the next backup brings it back', async () => {
  const { storeFolder, take, back } = start()
  const first = await take()
  const [name = ''] = first.manifest.files[0]?.blocks ?? []
  rmSync(join(storeFolder, 'objects', name.slice(0, 2), name))
  expect((await back(first.path)).lost).toEqual([{ file: join('files', 'private', 'a.pdf'), object: name }])
  const second = await take(first.path)
  expect(second.added).toBeGreaterThan(4_000_000)
  expect((await back(first.path)).lost).toEqual([])
})

test('a backup without its manifest does not count, and a damaged manifest is named', async () => {
  const { storeFolder, take, back } = start()
  const { path } = await take()
  const file = join(storeFolder, path)
  const bytes = readFileSync(file)
  bytes[30] = (bytes[30] as number) ^ 1
  writeFileSync(file, bytes)
  expect((await back(path)).lost).toEqual([{ manifest: path }])
  rmSync(file)
  expect((await back(path)).lost).toEqual([{ manifest: path }])
  expect(readdirSync(join(storeFolder, 'objects')).length).toBeGreaterThan(0)
})

test('a large backup is made by two threads, and a store that cannot be used ends both by its name', async () => {
  const { folder, copy, storeFolder } = start()
  const names = Array.from({ length: 9 }, (_, number) => `private/large-${number}`)
  for (const name of names) writeFileSync(join(copy.filesFolder, name), Buffer.alloc(4_000_000, name))
  const key = randomBytes(32)
  const about = { id: 'b1', taken_at: '2026-05-01T02:00:00.000Z', project }
  const { program, data, filesFolder, config, siteKey } = copy
  const take = (to: string) =>
    takeInThread(
      { place: { type: 'Folder', folder: to }, key },
      { copy: { database: 'postgres', tables: [], program, data, filesFolder, config, siteKey, files: names }, about },
    )
  const { path, manifest } = await take(storeFolder)
  expect(manifest.files.map((file) => file.path)).toEqual(names)
  const target = join(folder, 'whole')
  mkdirSync(target)
  const { lost } = await readBack({ store: new FolderStore(storeFolder), key: new BackupKey(key) }, path, target)
  expect(lost).toEqual([])
  for (const name of names) {
    expect(readFileSync(join(target, 'files', name)).equals(readFileSync(join(filesFolder, name)))).toBe(true)
  }
  const detail = { text: 'The backup store cannot be used ({0}).', args: ['ENOTDIR'] }
  await expect(take(data)).rejects.toMatchObject({ name: 'StoreFault', detail })
})
