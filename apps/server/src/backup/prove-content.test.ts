import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import { BackupKey } from './backup-key.ts'
import { proveInThread, takeInThread } from './backup-thread.ts'
import { FolderStore } from './folder-store.ts'
import { StoreFault } from './object-store.ts'
import { proveContent } from './prove-content.ts'
import { takeBackup } from './take.ts'
import { testFolder } from './testing-folder.ts'

async function backupOf(
  change: (tables: ReturnType<typeof sumSqliteTables>) => void = () => {},
  damage: (db: DatabaseSync) => void = () => {},
) {
  const folder = testFolder()
  const data = join(folder, 'data.sqlite')
  const db = new DatabaseSync(data, { defensive: false })
  db.exec("create table task (id text, title text); insert into task values ('a', 'one'), ('b', 'two')")
  damage(db)
  db.close()
  mkdirSync(join(folder, 'files', 'private'), { recursive: true })
  writeFileSync(join(folder, 'files', 'private', 'a.txt'), 'attached')
  const tables = sumSqliteTables(data)
  change(tables)
  const place = { store: new FolderStore(join(folder, 'backups')), key: new BackupKey(randomBytes(32)) }
  const copy = {
    program: '0.1.0',
    database: 'sqlite' as const,
    data,
    tables,
    filesFolder: join(folder, 'files'),
    files: ['private/a.txt'],
    config: Buffer.from('{}'),
    siteKey: Buffer.from('key'),
  }
  const project = { uid: 'u1', id: 'acme', name: 'Acme' }
  const { path } = await takeBackup(place, copy, { id: 'b1', taken_at: '2026-05-06T02:00:00.000Z', project })
  const target = join(folder, 'proof')
  mkdirSync(target)
  return proveContent(place, path, target)
}

test('a sound backup is counted and has no fault', async () => {
  expect(await backupOf()).toMatchObject({ tables: 1, rows: 2, files: 1, failed: [] })
})

test('a table with other rows than the copy had is named', async () => {
  const { failed } = await backupOf((tables) => {
    Object.assign(tables[0] as object, { rows: 3 })
    tables.push({ table: 'gone', rows: 0, sha256: 'x' })
  })
  expect(failed).toMatchObject([
    { table: 'task', expected: expect.stringMatching(/^3 /), found: expect.stringMatching(/^2 /) },
    { table: 'gone', found: '' },
  ])
})

test('a store file that contradicts itself is named, although its rows are those of the copy', async () => {
  const { failed } = await backupOf(undefined, (db) => {
    db.exec("insert into task values (null, 'three')")
    db.exec("pragma writable_schema = on; update sqlite_schema set sql = replace(sql, 'id text', 'id text not null')")
  })
  expect(failed).toEqual([{ integrity: 'NULL value in task.id' }])
})

test.each([
  ['one thread', 10],
  ['two threads', 34_000_000],
])('a backup is taken by %s and proven, and a fault arrives with its sentence', async (_, bytes) => {
  const folder = testFolder()
  const data = join(folder, 'data.sqlite')
  const db = new DatabaseSync(data)
  db.exec(`create table task (id text, content blob); insert into task values ('a', zeroblob(${bytes}))`)
  db.close()
  const sealed = { place: { type: 'Folder' as const, folder: join(folder, 'backups') }, key: randomBytes(32) }
  const copy = {
    program: '0.1.0',
    database: 'sqlite' as const,
    data,
    filesFolder: folder,
    files: [],
    config: Buffer.from('{}'),
    siteKey: Buffer.from('key'),
  }
  const about = { id: 'b1', taken_at: '2026-05-06T02:00:00.000Z', project: { uid: 'u1', id: 'acme', name: 'Acme' } }
  const { path, manifest } = await takeInThread(sealed, { copy, about })
  expect(manifest.tables).toEqual(sumSqliteTables(data))
  mkdirSync(join(folder, 'proof'))
  expect(await proveInThread(sealed, { path, folder: join(folder, 'proof') })).toMatchObject({ rows: 1, failed: [] })
  const file = { place: { type: 'Folder' as const, folder: data }, key: sealed.key }
  await expect(takeInThread(file, { copy, about })).rejects.toThrow(StoreFault)
})
