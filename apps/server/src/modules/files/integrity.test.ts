import { createHash, randomBytes } from 'node:crypto'
import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EntityRecord } from '@tavla/contract'
import sharp from 'sharp'
import { afterEach, describe, expect, test } from 'vitest'
import { getRecord, listRecords } from '../../entity/index.ts'
import { FileArea } from '../../files/area.ts'
import { sql } from '../../store/sql.ts'
import { DailyCheck } from './daily-check.ts'
import { fileTests, photo } from './testing.ts'

const { site, people, admin, call, upload, remove } = fileTests()

const atOnce = { bytesPerSecond: Number.POSITIVE_INFINITY, late: Number.POSITIVE_INFINITY, rest: 0 }
const started: DailyCheck[] = []
afterEach(async () => {
  for (const one of started.splice(0)) await one.stop()
})

function newCheck(pace = atOnce): DailyCheck {
  const check = new DailyCheck({ site: site.site, area: new FileArea(join(site.dir, 'files')) }, pace)
  started.push(check)
  return check
}
const onDisk = (url: string) =>
  url.startsWith('/private/files/')
    ? join(site.dir, 'files/private', url.slice('/private/files/'.length))
    : join(site.dir, 'files/public', url.slice('/files/'.length))
const statusOf = async (id: string) => (await getRecord(site.site.engine, admin(), 'File', id)).status
const errorsOf = async (name: string): Promise<EntityRecord[]> => {
  const filters = { title: ['like', `%${name}%`] }
  return (await listRecords(site.site.engine, admin(), 'Error Log', { filters, fields: ['*'] })).data
}

describe('damaged files', () => {
  test('that are not marked yet are not served whole: a small one not at all, a large one breaks off', async () => {
    for (const size of [200_000, 3_000_000]) {
      const sent = randomBytes(size)
      const { file, file_url } = await upload(people.dana, sent, { filename: `rot-${size}.bin` })
      const whole = await call('', file_url)
      expect(Buffer.from(await whole.arrayBuffer()).equals(sent)).toBe(true)
      const bytes = Buffer.from(sent)
      bytes[size - 5] = (bytes[size - 5] as number) ^ 1
      writeFileSync(onDisk(file_url), bytes)
      if (size < 1_000_000) expect((await call('', file_url)).status).toBe(500)
      else await expect(call('', file_url).then((answer) => answer.arrayBuffer())).rejects.toThrow()
      await expect.poll(() => statusOf(file.id)).toBe('Damaged')
      const told = await call('', file_url)
      expect([told.status, told.headers.get('cache-control')]).toEqual([500, 'no-store'])
      expect((await remove(people.dana, 'File', file.id)).status).toBe(200)
    }
  })

  test('with a flipped bit are found, reported and not served, and are good again once they are restored', async () => {
    const { file, file_url } = await upload(people.dana, photo, { filename: 'flip.png' })
    const path = onDisk(file_url)
    expect((await call('', `${file_url}?width=64`)).status).toBe(200)
    const bytes = readFileSync(path)
    bytes[500] = (bytes[500] as number) ^ 1
    writeFileSync(path, bytes)
    await newCheck().run()
    expect(await statusOf(file.id)).toBe('Damaged')
    for (const address of [file_url, `${file_url}?thumb=1`, `${file_url}?width=64`]) {
      const answer = await call(people.dana, address, { headers: { 'accept-language': 'en', range: 'bytes=0-9' } })
      expect(answer.status).toBe(500)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(await answer.json()).toMatchObject({ message: 'This file is damaged.', file_name: 'flip.png' })
    }
    const [error, ...more] = await errorsOf('flip.png')
    expect(error?.traceback).toContain(createHash('sha256').update(bytes).digest('hex'))
    await newCheck().run()
    expect([more, await errorsOf('flip.png')]).toEqual([[], [error]])
    expect(await site.site.files.damaged()).toEqual({ count: 1, names: ['flip.png'] })

    writeFileSync(path, photo)
    await newCheck().run()
    expect(await statusOf(file.id)).toBeNull()
    expect(Buffer.from(await (await call('', file_url)).arrayBuffer()).equals(photo)).toBe(true)
  })

  test('are not served in part either if they are small', async () => {
    const { file, file_url } = await upload(people.dana, 'a text that rots', { filename: 'part.txt' })
    writeFileSync(onDisk(file_url), 'a text that r0ts')
    const answer = await call('', file_url, { headers: { range: 'bytes=0-3' } })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([500, null])
    await expect.poll(() => statusOf(file.id)).toBe('Damaged')
  })

  test('that are scaled copies are made again', async () => {
    const { file_url } = await upload(people.dana, photo, { filename: 'small.png' })
    const fetchCopy = async (headers = {}) =>
      Buffer.from(await (await call('', `${file_url}?width=256`, { headers })).arrayBuffer())
    const good = await fetchCopy()
    expect(await sharp(good).metadata()).toMatchObject({ width: 256, format: 'png' })
    const copy = `${onDisk(file_url).replace('/files/public/', '/files/scaled/public/')}.256`
    const stored = readFileSync(copy)
    for (const [place, headers] of [
      [good.length >> 1, {}],
      [stored.length - 1, {}],
      [3, { range: 'bytes=0-9' }],
    ] as const) {
      const bytes = Buffer.from(stored)
      bytes[place] = (bytes[place] as number) ^ 1
      writeFileSync(copy, bytes)
      const served = await fetchCopy(headers)
      expect(served.equals('range' in headers ? good.subarray(0, 10) : good)).toBe(true)
      expect(readFileSync(copy).equals(stored)).toBe(true)
    }
    // As an earlier version stored it.
    writeFileSync(copy, good)
    expect((await fetchCopy()).equals(good)).toBe(true)
    expect(readFileSync(copy).equals(stored)).toBe(true)
  })

  test('that lost their end or are missing are refused at once, and marked', async () => {
    const short = await upload(people.dana, 'a text of some length', { filename: 'short.txt' })
    const gone = await upload(people.dana, 'another text', { filename: 'gone.txt', is_private: '1' })
    truncateSync(onDisk(short.file_url), 5)
    rmSync(onDisk(gone.file_url))
    for (const { file, file_url } of [short, gone]) {
      expect((await call(people.dana, file_url)).status).toBe(500)
      await expect.poll(() => statusOf(file.id)).toBe('Damaged')
      const deleted = await remove(people.dana, 'File', file.id)
      expect(deleted.status).toBe(200)
      expect((await call(people.dana, file_url)).status).toBe(404)
    }
  })

  test('do not leave the site with a mail', async () => {
    const { file, file_url } = await upload(people.dana, 'an attachment', { filename: 'mail.txt' })
    writeFileSync(onDisk(file_url), 'an attachmEnt')
    await expect(site.site.files.find(admin(), file.id)).rejects.toMatchObject({ status: 500 })
    await expect.poll(() => statusOf(file.id)).toBe('Damaged')
  })

  test('are searched by a pass that continues after an interruption and pauses while the site is busy', async () => {
    const { engine } = site.site
    const standing = async () => {
      const row = await engine.store.get<{ value: string }>(engine.system.getSite.with(['files checked']))
      return JSON.parse(row?.value ?? '{}') as { rid: number; ended?: string }
    }
    for (const name of ['p1.txt', 'p2.txt']) await upload(people.dana, `content of ${name}`, { filename: name })
    await newCheck().run()
    const whole = await standing()
    expect(whole.ended).toBeDefined()
    // An endless pause follows every piece.
    const busy = newCheck({ ...atOnce, late: -1, rest: 1e9 })
    const run = busy.run()
    await busy.stop()
    await run
    const broken = await standing()
    expect(broken.ended).toBeUndefined()
    expect(broken.rid).toBeLessThan(whole.rid)
    await newCheck().run()
    expect((await standing()).ended).toBeDefined()
  })

  test('are recognised by their length when their record has no hash, and whole files get one', async () => {
    const { engine } = site.site
    const kept = await upload(people.dana, 'of old times', { filename: 'old.txt' })
    const wrong = await upload(people.dana, 'of old times, too', { filename: 'older.txt' })
    const table = engine.models.require('File').table.name
    await engine.store.write(async (tx) => {
      await tx.run(
        sql`update ${sql.id(table)} set c_content_hash = null where id in (${kept.file.id}, ${wrong.file.id})`,
      )
      await tx.run(sql`update ${sql.id(table)} set c_file_size = 3 where id = ${wrong.file.id}`)
    })
    await newCheck().run()
    expect(await getRecord(engine, admin(), 'File', kept.file.id)).toMatchObject({
      status: null,
      content_hash: createHash('sha256').update('of old times').digest('hex'),
    })
    expect(await statusOf(wrong.file.id)).toBe('Damaged')
  })
})
