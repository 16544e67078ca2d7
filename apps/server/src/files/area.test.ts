import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { folderForTests } from '../store/testing.ts'
import { FileArea } from './area.ts'

const newFolder = folderForTests()
let folder: string
let area: FileArea

beforeEach(async () => {
  folder = await newFolder()
  area = new FileArea(folder)
  await area.open()
})

const keep = async (fileName: string, content: string | Buffer, more: object = {}) =>
  area.place(await area.receive([Buffer.from(content)], 1e8), { fileName, extension: '', isPrivate: false, ...more })

const inside = (name: string) => readdir(path.join(folder, name))

test('bytes get their name only when they are complete', async () => {
  async function* breaking() {
    yield Buffer.from('half')
    throw new Error('the connection broke')
  }
  await expect(area.receive(breaking(), 1e8)).rejects.toThrow('the connection broke')
  expect(await inside('incoming')).toEqual([])
  expect(await inside('public')).toEqual([])
  const url = await keep('a.txt', 'whole')
  expect(url).toBe(`/files/a-${createHash('sha256').update('whole').digest('hex').slice(0, 6)}.txt`)
  expect(await readFile(area.pathOf(url) as string, 'utf8')).toBe('whole')
  expect(await inside('incoming')).toEqual([])
})

test('a file over the limit is refused and leaves nothing behind', async () => {
  await expect(area.receive([Buffer.alloc(6), Buffer.alloc(6)], 10)).rejects.toMatchObject({ status: 413 })
  expect(await inside('incoming')).toEqual([])
})

test('the unfinished files of a killed server are removed at the next start', async () => {
  await writeFile(path.join(folder, 'incoming', 'x.part'), 'half')
  await writeFile(path.join(folder, 'scaled/public', 'x.part'), 'half')
  await new FileArea(folder).open()
  expect([...(await inside('incoming')), ...(await inside('scaled/public'))]).toEqual([])
})

test('the same file twice shares its bytes, and the same content under another name is stored once', async () => {
  const first = await keep('a.txt', 'same')
  expect(await keep('a.txt', 'same')).toBe(first)
  const other = await keep('b.txt', 'same', { twin: first, isPrivate: true })
  expect(other).toMatch(/^\/private\/files\/b-/)
  const inode = async (url: string) => (await stat(area.pathOf(url) as string)).ino
  expect(await inode(other)).toBe(await inode(first))
  await area.remove(first)
  expect(await readFile(area.pathOf(other) as string, 'utf8')).toBe('same')
})

test('two contents whose names would be equal get different names', async () => {
  const url = await keep('a.txt', 'one')
  await writeFile(area.pathOf(url) as string, 'two')
  const second = await keep('a.txt', 'one')
  expect(second).not.toBe(url)
  expect(second.length).toBe(url.length + 6)
})

test('a missing twin is replaced by the received bytes', async () => {
  const url = await keep('a.txt', 'bytes', { twin: '/files/gone-000000.txt' })
  expect(await readFile(area.pathOf(url) as string, 'utf8')).toBe('bytes')
})

test('a file moves between public and private without losing its bytes', async () => {
  const url = await keep('a.txt', 'secret')
  const hash = createHash('sha256').update('secret').digest('hex')
  const moved = area.mirror(url, hash, true)
  expect(moved).toBe(url.replace('/files/', '/private/files/'))
  await area.remove(moved)
  await area.finishMirror(url, moved)
  await area.remove(url)
  expect(await readFile(area.pathOf(moved) as string, 'utf8')).toBe('secret')
})

test('a scaled copy is made once, kept, and removed with the file', async () => {
  const photo = await sharp({ create: { width: 900, height: 300, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const url = await keep('p.jpg', photo)
  const [one, two] = await Promise.all([area.scaled(url, 128), area.scaled(url, 128)])
  expect(one).toBe(two)
  const made = await stat(one as string)
  expect(await sharp(one).metadata()).toMatchObject({ width: 128, format: 'jpeg' })
  expect((await stat((await area.scaled(url, 128)) as string)).mtimeMs).toBe(made.mtimeMs)
  await area.remove(url)
  expect(await inside('scaled/public')).toEqual([])
})

test('a broken picture and one that claims gigapixels give the original', async () => {
  const photo = await sharp({ create: { width: 900, height: 900, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const torn = await keep('torn.png', photo.subarray(0, photo.length - 200))
  expect(await area.scaled(torn, 128)).toBeUndefined()
  const bomb = Buffer.from(photo)
  bomb.writeUInt32BE(100_000, 16)
  bomb.writeUInt32BE(100_000, 20)
  const url = await keep('bomb.png', bomb)
  expect(await area.scaled(url, 128)).toBeUndefined()
  expect(await area.scaled(url, 128)).toBeUndefined()
})

test('a url that this server did not make has no path', () => {
  for (const url of ['/files/../x-000000', '/etc/passwd', '/files/a', 'https://example.com/files/a-000000.png']) {
    expect(area.pathOf(url)).toBeUndefined()
  }
})

test('bytes that the disk has damaged are never shared with a later upload of the same content', async () => {
  const first = await keep('a.txt', 'same content')
  await writeFile(area.pathOf(first) as string, 'same c0ntent')
  const again = await keep('a.txt', 'same content', { twin: first })
  const other = await keep('b.txt', 'same content', { twin: first })
  for (const url of [again, other]) expect(await readFile(area.pathOf(url) as string, 'utf8')).toBe('same content')
})

test('bytes that are held for a copy stay until the last copy is released', async () => {
  const done: string[] = []
  const first = area.hold()
  const second = area.hold()
  await area.whenNotHeld(async () => void done.push('removed'))
  await first()
  await first()
  expect(done).toEqual([])
  await second()
  expect(done).toEqual(['removed'])
  await area.whenNotHeld(async () => void done.push('removed at once'))
  expect(done).toEqual(['removed', 'removed at once'])
})
