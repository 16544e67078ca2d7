import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { openS3 } from '../testing/s3-stand-in.ts'
import { startS3 } from '../testing/test-s3.ts'
import { BackupKey } from './backup-key.ts'
import { Objects } from './objects.ts'
import { S3Store } from './s3-store.ts'

test('objects are written, found, read, listed over pages and removed', async () => {
  const s3 = await startS3()
  const store = new S3Store(s3.place)
  const paths = ['objects/aa/1', 'objects/aa/2', 'objects/bb/3', 'objects/bb/4', 'objects/cc/5', 'other/6']
  for (const path of paths) await store.write(path, Buffer.from(path))
  expect([...s3.objects.keys()]).toEqual(paths.map((path) => `hq/${path}`))
  const listed = await Array.fromAsync(store.list('objects/'))
  expect(listed.map(({ path, size }) => [path, size])).toEqual(paths.slice(0, 5).map((path) => [path, path.length]))
  expect(Math.abs((listed[0]?.modified ?? 0) - Date.now())).toBeLessThan(60_000)
  expect((await store.read('objects/bb/3'))?.toString()).toBe('objects/bb/3')
  expect([await store.has('objects/bb/3'), await store.has('objects/bb/9')]).toEqual([true, false])
  expect(await store.read('objects/bb/9')).toBe(undefined)
  await store.remove('objects/bb/3')
  await store.remove('objects/bb/3')
  expect(await store.has('objects/bb/3')).toBe(false)
})

test('blocks go to a bucket and come back', async () => {
  const { place } = await startS3()
  const objects = new Objects(new S3Store(place), new BackupKey(randomBytes(32)))
  const content = randomBytes(1_000_000)
  const { name } = await objects.put(content)
  expect((await objects.get(name)).equals(content)).toBe(true)
})

test('a call that fails for a moment is repeated, at most three times', async () => {
  const s3 = await startS3()
  const store = new S3Store(s3.place)
  s3.failures.push(500, 503)
  await store.write('a', Buffer.from('a'))
  expect(s3.calls).toHaveLength(3)
  s3.failures.push(500, 500, 500)
  await expect(store.read('a')).rejects.toThrow('The backup store answered with an error ({0}).')
  expect(s3.calls).toHaveLength(6)
  for (const [status, code] of [
    [507, 'XMinioStorageFull'],
    [403, 'QuotaExceeded'],
  ] as const) {
    Object.assign(s3, { refusal: status, code })
    await expect(store.write('b', Buffer.from('b'))).rejects.toThrow('The backup store is full.')
  }
})

test.each([
  ['wrong keys', { secretAccessKey: 'another' }, 'The backup store refuses these keys.'],
  ['a bucket that is gone', { bucket: 'gone' }, 'The bucket does not exist.'],
  ['an address of a cloud’s metadata', { endpoint: 'https://169.254.169.254' }, 'This address may not be called.'],
  ['http to another machine', { endpoint: 'http://192.168.1.9' }, 'This address may not be called.'],
  ['an address without a service', { endpoint: 'http://127.0.0.1:9' }, 'The backup store cannot be reached.'],
])('%s: the operator reads why', async (_what, changes, sentence) => {
  const { place } = await startS3()
  await expect(new S3Store({ ...place, ...changes }).write('a', Buffer.from('a'))).rejects.toThrow(sentence)
})

test('a clock that is a day behind or ahead is named, not the keys', async () => {
  for (const day of [86_400_000, -86_400_000]) {
    const s3 = await openS3(2, () => new Date(Date.now() + day))
    const written = new S3Store(s3.place).write('a', Buffer.from('a'))
    await expect(written).rejects.toThrow('The clocks of this machine and of the backup store differ too much.')
    s3.close()
  }
})
