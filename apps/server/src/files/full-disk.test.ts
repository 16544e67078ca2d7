import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../store/migrations.ts'
import { openSqlite } from '../store/sqlite.ts'
import type { Store } from '../store/store.ts'
import { folderForTests } from '../store/testing.ts'
import { FileArea } from './area.ts'
import { freeBytes, mountSmallDisk, type SmallDisk } from './testing-disk.ts'
import { Transfers } from './transfers.ts'

const newFolder = folderForTests()
let disk: SmallDisk
let store: Store
let area: FileArea
let transfers: Transfers

beforeEach(async ({ skip }) => {
  disk = mountSmallDisk(4_194_304) ?? skip('this user may not mount a small file system')
  // The records are on another disk, so that only the files meet a full disk.
  store = await openSqlite(join(await newFolder(), 'data.sqlite'))
  await migrate(store)
  area = new FileArea(disk.folder)
  transfers = new Transfers({ store }, area)
  await area.open()
  await transfers.start()
})

afterEach(async () => {
  transfers?.stop()
  await store?.close()
  disk?.remove()
})

const bytes = (size: number) => Buffer.alloc(size, 'x')
const isFull = { status: 503, type: 'Unavailable', detail: { text: 'The disk is full.' } }
const append = (id: string, offset: number, content: Buffer) =>
  transfers.runExclusively('dana', id, (transfer) =>
    transfers.append(transfer, offset, 'a.bin', Readable.from([content])),
  )

test('a write to a full disk is refused, and only complete files are accepted', async () => {
  disk.fill(12_288)
  await expect(area.receive([bytes(65_536)], 1e8)).rejects.toMatchObject(isFull)
  const { path, size } = await area.receive([bytes(8192)], 1e8)
  expect((await readFile(path)).length).toBe(size)
})

test('a chunk on a full disk does not count and continues once there is space', async () => {
  const id = await transfers.begin('dana', 'a.bin', 131_072, {}, 1e8)
  expect((await append(id, 0, bytes(65_536))).received).toBe(65_536)
  disk.fill(12_288)
  await expect(append(id, 65_536, bytes(65_536))).rejects.toMatchObject(isFull)
  expect((await transfers.find('dana', id)).received).toBe(65_536)
  expect(freeBytes(disk.folder)).toBeGreaterThan(8191)
  disk.makeRoom()
  const whole = await append(id, 65_536, bytes(65_536))
  expect((await readFile((await transfers.gather(whole)).path)).equals(bytes(131_072))).toBe(true)
})

test('a chunk is never written behind missing bytes: the sender is told where the file really ends', async () => {
  const id = await transfers.begin('dana', 'a.bin', 30, {}, 1e8)
  await append(id, 0, bytes(20))
  await truncate(area.transferPath(id), 5)
  await expect(append(id, 20, bytes(10))).rejects.toMatchObject({
    status: 409,
    detail: { text: 'The upload continues at byte {0}.', args: [5] },
  })
  expect((await transfers.find('dana', id)).received).toBe(5)
  const whole = await append(id, 5, bytes(25))
  expect((await readFile((await transfers.gather(whole)).path)).equals(bytes(30))).toBe(true)
})
