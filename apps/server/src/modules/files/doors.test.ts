import { readdirSync } from 'node:fs'
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { fileTests, photo } from './testing.ts'

const { site, people, admin, call, newContact, listing, send, upload } = fileTests()
const open: ClientRequest[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.destroy()
})

const field = (name: string, value: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const fileHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'

interface PendingUpload {
  call: ClientRequest
  answer: Promise<IncomingMessage>
}

/** Begins an upload of 40 MB and sends only its beginning. */
function begin(
  cookie: string,
  start: string,
  size = 40_000_000,
  type = 'multipart/form-data; boundary=x',
): PendingUpload {
  const { hostname, port } = new URL(site.url)
  const headers = { cookie, 'content-type': type, 'content-length': size }
  const call = httpRequest({ hostname, port, path: '/api/files', method: 'POST', headers, agent: false })
  open.push(call)
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    call.on('response', resolve)
    call.on('error', reject)
  })
  answer.catch(() => {})
  call.write(start)
  return { call, answer }
}

async function bodyOf(answer: IncomingMessage): Promise<{ status: number | undefined; message: string }> {
  const parts: Buffer[] = []
  for await (const part of answer) parts.push(part as Buffer)
  return { status: answer.statusCode, message: JSON.parse(Buffer.concat(parts).toString('utf8')).message }
}

/** Sends until the server closes the connection; resolves to the number of bytes that it accepted. */
function sendOn({ call }: PendingUpload): Promise<number> {
  return new Promise((resolve) => {
    let sent = 0
    const piece = Buffer.alloc(65_536)
    call.on('close', () => resolve(sent))
    call.on('error', () => resolve(sent))
    const next = () => {
      if (sent > 30_000_000) return resolve(sent)
      sent += piece.length
      call.write(piece, (error) => (error ? resolve(sent) : setImmediate(next)))
    }
    next()
  })
}

describe('a refusal comes before the file is read', () => {
  test('for a guest, a user without the right, and an unknown record or entity', async () => {
    const { id } = await newContact()
    const cases: [string, string, number][] = [
      ['', '', 401],
      [people.bare, field('entity', 'Contact') + field('id', id), 403],
      [people.dana, field('entity', 'Contact') + field('id', 'none'), 404],
      [people.dana, field('entity', 'Nonsense'), 404],
    ]
    for (const [cookie, fields, status] of cases) {
      const begun = begin(cookie, `${fields}${fileHead}first bytes`)
      expect((await bodyOf(await begun.answer)).status).toBe(status)
      expect(listing('incoming')).toEqual([])
      // Besides the accepted bytes, some are in buffers of the system.
      expect(await sendOn(begun)).toBeLessThan(12_000_000)
    }
  })

  test('for a chunk to a record that the user may no longer write', async () => {
    const { id: contact } = await newContact()
    const cookie = await site.signIn('chunker@example.com')
    const fields = { 'upload-length': '10', 'content-type': 'application/json' }
    const body = JSON.stringify({ entity: 'Contact', id: contact, filename: 'x.txt' })
    const transfer = await (await call(cookie, '/api/files', { method: 'POST', headers: fields, body })).text()
    const { engine } = site.site
    const { deleteRecord } = await import('../../entity/index.ts')
    await deleteRecord(engine, admin(), 'Contact', contact)
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
    const answer = await call(cookie, `/api/files?patch=${transfer}`, { method: 'PATCH', headers, body: 'abc' })
    expect(answer.status).toBe(404)
    expect(readdirSync(join(site.dir, 'files/incoming'))).toContain(`${transfer}.transfer`)
  })
})

describe('uploads in progress', () => {
  test('are limited to eight per user, and other users can upload', async () => {
    const running = Array.from({ length: 8 }, () => begin(people.dana, `${fileHead}first bytes`))
    await expect.poll(() => listing('incoming').filter((name) => name.endsWith('.part')).length).toBe(8)
    const refused = await send(people.dana, 'one more')
    expect(refused.status).toBe(429)
    expect((await refused.json()).message).toBe('Too many uploads at once. Wait until one of them has ended.')
    expect(refused.headers.get('retry-after')).toBe('1')
    expect((await send(people.noa, 'of another person')).status).toBe(200)
    for (const one of running) one.call.destroy()
    await expect.poll(async () => (await send(people.dana, 'one more')).status).toBe(200)
    await expect.poll(() => listing('incoming').filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('are limited to 32 per site', async () => {
    const cookies = await Promise.all(['a', 'b', 'c', 'd'].map((name) => site.signIn(`${name}@example.com`)))
    for (const cookie of cookies) for (let i = 0; i < 8; i++) begin(cookie, `${fileHead}first bytes`)
    await expect.poll(() => listing('incoming').filter((name) => name.endsWith('.part')).length).toBe(32)
    const refused = await send(people.noa, 'one more')
    expect(refused.status).toBe(503)
    expect((await refused.json()).message).toBe('The site is very busy. Please try again in a moment.')
    for (const one of open.splice(0)) one.destroy()
    await expect.poll(async () => (await send(people.noa, 'one more')).status).toBe(200)
  })

  test('are refused before their JSON body is read when too many bodies are in memory', async () => {
    const json = (size: number) => begin(people.noa, '{"filedata":"', size, 'application/json')
    for (let i = 0; i < 4; i++) json(12_000_000)
    await expect.poll(async () => (await bodyOf(await json(12_000_000).answer)).status).toBe(503)
    for (const one of open.splice(0)) one.destroy()
    const small = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"filedata":"x"}' }
    await expect.poll(async () => (await call(people.noa, '/api/files', small)).status).toBe(200)
  })
})

describe('a picture field accepts only pictures', () => {
  const page = '<!doctype html><html><script>alert(1)</script></html>'

  test('the bytes of an upload decide, whatever its name', async () => {
    const { id } = await newContact()
    const fields = { filename: 'x.png', entity: 'Contact', id, field: 'photo' }
    const refused = await send(people.dana, page, fields)
    expect([refused.status, (await refused.json()).message]).toEqual([417, 'File is of invalid type'])
    expect(listing('public').filter((name) => name.startsWith('x-'))).toEqual([])
    expect((await send(people.dana, photo, fields)).status).toBe(200)
  })

  test('a record cannot have the address of another kind of file', async () => {
    const { id } = await newContact()
    const wrong = await upload(people.dana, page, { filename: 'y.png' })
    const right = await upload(people.dana, photo, { filename: 'z.bin' })
    const save = (photo: string) =>
      call(people.dana, `/api/entity/Contact/${id}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ photo }),
      })
    const refused = await save(wrong.file_url)
    expect([refused.status, (await refused.json()).errors]).toEqual([
      417,
      [{ fieldname: 'photo', message: 'File is of invalid type' }],
    ])
    expect((await save(right.file_url)).status).toBe(200)
    const served = await call(people.dana, wrong.file_url)
    expect(served.headers.get('content-type')).toBe('application/octet-stream')
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
  })
})
