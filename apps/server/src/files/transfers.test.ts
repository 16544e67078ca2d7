import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import { migrate } from '../store/migrations.ts'
import type { Store } from '../store/store.ts'
import { eachStore, folderForTests } from '../store/testing.ts'
import { FileArea } from './area.ts'
import { Transfers } from './transfers.ts'

eachStore((openStore) => {
  const newFolder = folderForTests()
  let store: Store
  let folder: string
  let area: FileArea
  let transfers: Transfers

  beforeEach(async () => {
    store = await openStore()
    await migrate(store)
    folder = await newFolder()
    await restart()
  })

  async function restart(): Promise<void> {
    transfers?.stop()
    area = new FileArea(folder)
    await area.open()
    transfers = new Transfers({ store }, area)
    await transfers.start()
  }

  const begin = (length: number, user = 'dana') => transfers.begin(user, 'a.bin', length, { entity: 'Task' }, 1e8)
  const chunk = (...parts: string[]) => Readable.from(parts.map((part) => Buffer.from(part)))
  const append = (id: string, offset: number, content: Readable, user = 'dana') =>
    transfers.runExclusively(user, id, (transfer) => transfers.append(transfer, offset, 'named.bin', content))
  const content = (id: string) => readFile(area.transferPath(id), 'utf8')

  test('a file that comes in chunks is complete in the end, although the server restarted in between', async () => {
    const id = await begin(9)
    expect((await append(id, 0, chunk('ab', 'cd'))).received).toBe(4)
    await restart()
    expect(await transfers.find('dana', id)).toMatchObject({
      received: 4,
      length: 9,
      name: 'a.bin',
      meta: { fields: { entity: 'Task' } },
    })
    const after = await append(id, 4, chunk('efghi'))
    expect(await transfers.gather(after)).toMatchObject({ size: 9 })
    expect(await content(id)).toBe('abcdefghi')
    await transfers.complete(after, 'f1')
    expect((await append(id, 9, chunk(''))).meta.file).toBe('f1')
    await expect(append(id, 9, chunk('x'))).rejects.toMatchObject({ status: 417 })
    await restart()
    expect((await transfers.find('dana', id)).meta.file).toBe('f1')
  })

  test('a gap and a repetition are refused and change nothing', async () => {
    const id = await begin(9)
    await append(id, 0, chunk('abc'))
    await expect(append(id, 5, chunk('xy'))).rejects.toMatchObject({ status: 409 })
    await expect(append(id, 0, chunk('abc'))).rejects.toMatchObject({ status: 409 })
    expect((await append(id, 3, chunk('def'))).received).toBe(6)
    expect(await content(id)).toBe('abcdef')
  })

  test('an interrupted chunk does not count and is sent again', async () => {
    const id = await begin(6)
    async function* breaking() {
      yield Buffer.from('abcd')
      throw new Error('gone')
    }
    await expect(append(id, 0, Readable.from(breaking()))).rejects.toThrow('gone')
    expect((await transfers.find('dana', id)).received).toBe(0)
    await append(id, 0, chunk('ab'))
    expect(await content(id)).toBe('ab')
  })

  test('bytes that changed on the disk between two chunks make no file, and the transfer ends', async () => {
    const id = await begin(6)
    await append(id, 0, chunk('abc'))
    await writeFile(area.transferPath(id), 'aXc')
    const after = await append(id, 3, chunk('def'))
    await expect(transfers.gather(after)).rejects.toThrow('not those 6 that were received')
    expect(await transfers.has('dana', id)).toBe(false)
  })

  test('more bytes than announced and a chunk over 6 MB are refused', async () => {
    const id = await begin(3)
    await expect(append(id, 0, chunk('abcd'))).rejects.toMatchObject({ status: 417 })
    const large = await begin(20_000_000)
    await expect(append(large, 0, Readable.from([Buffer.alloc(6_291_457)]))).rejects.toMatchObject({ status: 413 })
    expect((await transfers.find('dana', large)).received).toBe(0)
  })

  test('of two requests with the same chunk at once, one is accepted and the other is told the offset', async () => {
    const id = await begin(6)
    const both = await Promise.allSettled([append(id, 0, chunk('abc')), append(id, 0, chunk('abc'))])
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await content(id)).toBe('abc')
  })

  test("another user's transfer is not found, with the same answer as an unknown one", async () => {
    const id = await begin(3)
    await expect(append(id, 0, chunk('abc'), 'noa')).rejects.toMatchObject({ status: 404 })
    await expect(transfers.find('noa', id)).rejects.toMatchObject({ status: 404 })
    await expect(transfers.find('dana', '../../etc')).rejects.toMatchObject({ status: 404 })
  })

  test('a transfer expires after a day without a chunk, with its bytes', async () => {
    const id = await begin(3)
    await transfers.sweep(Date.now() + 23 * 3_600_000)
    expect(await transfers.has('dana', id)).toBe(true)
    await transfers.sweep(Date.now() + 25 * 3_600_000)
    expect(await transfers.has('dana', id)).toBe(false)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  test('a start removes bytes without a transfer and transfers without their bytes', async () => {
    const id = await begin(9)
    await append(id, 0, chunk('abc'))
    await writeFile(area.transferPath(id), 'a')
    await writeFile(area.transferPath('0'.repeat(32)), 'stray')
    await restart()
    expect(await transfers.has('dana', id)).toBe(false)
    expect(await readdir(path.join(folder, 'incoming'))).toEqual([])
  })

  test('an empty file, too large a file and too many files at once are refused at the beginning', async () => {
    await expect(begin(0)).rejects.toMatchObject({ status: 417 })
    await expect(begin(1e8 + 1)).rejects.toMatchObject({ status: 413 })
    for (let i = 0; i < 100; i++) await begin(5)
    await expect(begin(5)).rejects.toMatchObject({ status: 429 })
    await expect(begin(5, 'noa')).resolves.toMatch(/^[0-9a-f]{32}$/)
  })

  test('unfinished uploads are limited in bytes, for each user and for the site', async () => {
    const largest = (user: string) => transfers.begin(user, 'a.bin', 1000, {}, 1000)
    for (let i = 0; i < 20; i++) await largest('dana')
    await expect(largest('dana')).rejects.toMatchObject({ status: 429 })
    for (const user of ['noa', 'avi', 'lior', 'gal']) for (let i = 0; i < 20; i++) await largest(user)
    await expect(largest('tal')).rejects.toMatchObject({ status: 503 })
  })
})
