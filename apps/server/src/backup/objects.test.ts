import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BackupKey, NotAuthentic } from './backup-key.ts'
import { ContentDiffers, restoreFile, storeFile } from './blocks.ts'
import { FolderStore } from './folder-store.ts'
import { StoreFault } from './object-store.ts'
import { ObjectLost, Objects } from './objects.ts'
import { testFolder } from './testing-folder.ts'

const key = new BackupKey(randomBytes(32))

function start() {
  const folder = testFolder()
  const store = new FolderStore(folder)
  const fileOf = (name: string) => join(folder, 'objects', name.slice(0, 2), name)
  return { folder, store, fileOf, objects: new Objects(store, key) }
}

test('equal content is stored once, also by a later run', async () => {
  const { store, objects } = start()
  const first = await objects.put(Buffer.from('the same'))
  expect(first.added).toBeGreaterThan(0)
  expect(await objects.put(Buffer.from('the same'))).toEqual({ name: first.name, added: 0 })
  expect(await new Objects(store, key).put(Buffer.from('the same'))).toEqual({ name: first.name, added: 0 })
})

test('a store shows neither the content nor a name that another key would give', async () => {
  const { objects, fileOf } = start()
  const content = Buffer.from('a plain sentence '.repeat(50))
  const { name } = await objects.put(content)
  expect(readFileSync(fileOf(name)).includes('plain sentence')).toBe(false)
  expect(new BackupKey(randomBytes(32)).nameOf(content)).not.toBe(name)
})

test('a file comes back byte for byte, and one changed byte in 3 MiB stores one block', async () => {
  const { folder, objects } = start()
  const source = join(folder, 'source')
  const bytes = randomBytes(3 * 1_048_576 + 17)
  writeFileSync(source, bytes)
  const stored = await storeFile(objects, source, 1_048_576)
  expect([stored.size, stored.blocks.length]).toEqual([bytes.length, 4])
  await restoreFile(objects, stored, join(folder, 'restored'))
  expect(readFileSync(join(folder, 'restored')).equals(bytes)).toBe(true)

  bytes[2_000_000] = (bytes[2_000_000] as number) ^ 1
  writeFileSync(source, bytes)
  const again = await storeFile(objects, source, 1_048_576)
  expect(again.blocks.filter((name) => !stored.blocks.includes(name))).toEqual([again.blocks[1]])
  expect(again.added).toBeLessThan(1_100_000)
})

test('an empty file is stored and comes back', async () => {
  const { folder, objects } = start()
  writeFileSync(join(folder, 'source'), '')
  const stored = await storeFile(objects, join(folder, 'source'), 1_048_576)
  expect(stored).toMatchObject({ size: 0, blocks: [], added: 0 })
  await restoreFile(objects, stored, join(folder, 'restored'))
  expect(readFileSync(join(folder, 'restored')).length).toBe(0)
})

test('an object with a changed byte is named and set aside, and the next run writes it anew', async () => {
  const { folder, store, objects, fileOf } = start()
  const content = Buffer.from('content that matters')
  const { name } = await objects.put(content)
  const bytes = readFileSync(fileOf(name))
  bytes[20] = (bytes[20] as number) ^ 1
  writeFileSync(fileOf(name), bytes)
  const full = Object.assign(new FolderStore(folder), {
    write: () => Promise.reject(new StoreFault({ text: 'The backup store is full.' })),
  })
  await expect(new Objects(full, key).get(name)).rejects.toThrow(new ObjectLost(name, 'false'))
  await expect(objects.get(name)).rejects.toThrow(new ObjectLost(name, 'false'))
  expect([existsSync(fileOf(name)), readdirSync(join(folder, 'aside'))]).toEqual([false, [name]])
  await expect(objects.get(name)).rejects.toThrow(new ObjectLost(name, 'missing'))
  expect((await new Objects(store, key).put(content)).added).toBeGreaterThan(0)
  expect((await objects.get(name)).toString()).toBe('content that matters')
})

test('an object put in place of another is refused, although the same key sealed it', async () => {
  const { objects, fileOf } = start()
  const [one, other] = [await objects.put(Buffer.from('one')), await objects.put(Buffer.from('other'))]
  writeFileSync(fileOf(one.name), readFileSync(fileOf(other.name)))
  await expect(objects.get(one.name)).rejects.toThrow(ObjectLost)
})

test('a content that unpacks to more than it may is refused', async () => {
  const bomb = key.seal('backups/a', Buffer.alloc(10_000_000))
  expect(bomb.length).toBeLessThan(10_000)
  await expect(key.open('backups/a', bomb, 1_000_000)).rejects.toThrow(NotAuthentic)
})

test('blocks in another order than the manifest promises are refused', async () => {
  const { folder, objects } = start()
  writeFileSync(join(folder, 'source'), randomBytes(3000))
  const stored = await storeFile(objects, join(folder, 'source'), 1024)
  const turned = { ...stored, blocks: stored.blocks.toReversed() }
  await expect(restoreFile(objects, turned, join(folder, 'restored'))).rejects.toThrow(ContentDiffers)
})

test('pruning removes what no manifest names, unless it is young', async () => {
  const { objects, fileOf } = start()
  const [kept, gone] = [await objects.put(Buffer.from('kept')), await objects.put(Buffer.from('gone'))]
  const isNamed = (name: string) => name === kept.name
  expect(await objects.prune(isNamed, Date.now() - 86_400_000)).toEqual({ objects: 0, bytes: 0 })
  expect(await objects.prune(isNamed, Date.now() + 1000)).toEqual({ objects: 1, bytes: gone.added })
  expect([existsSync(fileOf(kept.name)), existsSync(fileOf(gone.name))]).toEqual([true, false])
})
