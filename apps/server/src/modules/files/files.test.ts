import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import type { EntityRecord } from '@tavla/contract'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRecord, systemContext, updateRecord } from '../../entity/index.ts'
import { type ListeningSite, startListeningSite } from '../../testing-network.ts'
import type { UploadAnswer } from './present.ts'

let site: ListeningSite
let dana: string
let noa: string
let manager: string
/** Signed in, without a role. */
let bare: string
let photo: Buffer

beforeAll(async () => {
  site = await startListeningSite()
  dana = await site.signIn('dana@example.com')
  noa = await site.signIn('noa@example.com')
  manager = await site.signIn('boss@example.com', ['System Manager'])
  bare = await site.signIn('bare@example.com', [])
  await removeRoles('bare@example.com')
  photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})
afterAll(() => site.remove())

const admin = () => systemContext(site.site.engine)
const removeRoles = (user: string) =>
  updateRecord(site.site.engine, admin(), 'User', user, { roles: [], role_profiles: [] })
type Call = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> }
const call = (cookie: string, path: string, { headers, ...init }: Call = {}) =>
  fetch(`${site.url}${path}`, { ...init, headers: { cookie, ...headers } })
const newContact = () => createRecord(site.site.engine, admin(), 'Contact', { contact_name: 'Noa' })
const listing = (folder: string) => readdirSync(join(site.dir, 'files', folder))
const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

function send(cookie: string, content: string | Buffer, fields: Record<string, string> = {}, partName = 'part.bin') {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(Buffer.from(content))]), partName)
  return call(cookie, '/api/files', { method: 'POST', body: form })
}

async function upload(
  cookie: string,
  content: string | Buffer,
  fields: Record<string, string> = {},
): Promise<UploadAnswer> {
  const answer = await send(cookie, content, fields)
  expect(answer.status).toBe(200)
  return (await answer.json()) as UploadAnswer
}

const sendJson = (cookie: string, body: unknown) =>
  call(cookie, '/api/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

const update = (cookie: string, id: string, body: object) =>
  call(cookie, '/api/entity/File', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, ...body }),
  })
const remove = (cookie: string, entity: string, id: string) =>
  call(cookie, `/api/entity/${entity}/${id}`, { method: 'DELETE' })

describe('uploading', () => {
  test('a multipart upload answers with the file, its size in pixels and its addresses', async () => {
    const { id } = await newContact()
    const { file, file_url } = await upload(dana, photo, {
      filename: 'a.png',
      entity: 'Contact',
      id,
      field: 'photo',
      is_private: '0',
    })
    expect(file_url).toBe(`/files/a-${sha(photo).slice(0, 6)}.png`)
    expect(file).toEqual({
      id: expect.stringMatching(/^[0-9a-z]{10}$/),
      file_name: 'a.png',
      file_url,
      thumbnail_url: `${file_url}?thumb=1`,
      file_size: photo.length,
      file_type: 'PNG',
      mime_type: 'image/png',
      is_private: 0,
      attached_to_entity: 'Contact',
      attached_to_id: id,
      attached_to_field: 'photo',
      width: 800,
      height: 600,
    })
    const got = await fetch(`${site.url}${file_url}`)
    expect(Buffer.from(await got.arrayBuffer()).equals(photo)).toBe(true)
  })

  test('the part names the file where no filename is given, in any script', async () => {
    const answer = (await (await send(dana, 'שלום', {}, 'חוזה שכירות.txt')).json()) as UploadAnswer
    expect(answer.file.file_name).toBe('חוזה שכירות.txt')
    expect(answer.file_url).toMatch(/^\/files\/חוזה-שכירות-[0-9a-f]{6}\.txt$/)
    expect(await (await fetch(`${site.url}${answer.file_url}`)).text()).toBe('שלום')
  })

  test('the json form takes base64, a data url and text', async () => {
    const base64 = photo.toString('base64')
    for (const filedata of [base64, `data:image/png;base64,${base64}`, base64.replace(/(.{76})/g, '$1\r\n')]) {
      const answer = await sendJson(dana, {
        filedata,
        filename: 'j.png',
        is_private: '0',
        decode_base64: 1,
        folder: 'Home',
      })
      expect(answer.status).toBe(200)
      expect(((await answer.json()) as UploadAnswer).file).toMatchObject({
        mime_type: 'image/png',
        file_size: photo.length,
      })
    }
    const text = await sendJson(dana, { filedata: 'just text', filename: 't.txt' })
    expect(((await text.json()) as UploadAnswer).file).toMatchObject({ mime_type: 'text/plain', file_size: 9 })
  })

  test.each([
    ['bad base64', { filedata: '***', filename: 'x', decode_base64: 1 }, 417, 'The file data is not valid base64'],
    [
      'a cut base64 text',
      { filedata: 'abcde', filename: 'x', decode_base64: 1 },
      417,
      'The file data is not valid base64',
    ],
    ['no bytes', { filedata: '', filename: 'x', decode_base64: 1 }, 417, 'The file is empty'],
    ['no file at all', { filename: 'x' }, 417, 'The file is empty'],
    ['malformed json', '{', 400, 'The request could not be read.'],
    ['a list', '[]', 400, 'The request could not be read.'],
    ['an unknown entity', { filedata: 'x', entity: 'Nonsense' }, 404, 'Entity Nonsense was not found.'],
    ['an unknown field', { filedata: 'x', entity: 'Contact', field: 'nonsense' }, 417, 'Unknown field: nonsense'],
    ['a table entity', { filedata: 'x', entity: 'Task Item', id: 'x' }, 417, 'Task Item is a table entity'],
    [
      'a record that is not there',
      { filedata: 'x', entity: 'Contact', id: 'none' },
      404,
      'Contact none was not found.',
    ],
    [
      'an entity without right',
      { filedata: 'x', entity: 'Email Account' },
      403,
      'You do not have permission to create Email Account.',
    ],
  ])('%s is refused with one clear message and leaves nothing behind', async (_, body, status, message) => {
    const before = [listing('public'), listing('private'), listing('incoming')]
    const answer = await sendJson(dana, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ status, message })
    expect([listing('public'), listing('private'), listing('incoming')]).toEqual(before)
  })

  test('guests, foreign pages, other content types and other methods are refused', async () => {
    expect((await send('', 'x')).status).toBe(401)
    expect((await call('', '/api/files', { method: 'PATCH' })).status).toBe(401)
    const evil = { origin: 'https://evil.example.com' }
    expect((await call(dana, '/api/files', { method: 'POST', headers: evil, body: new FormData() })).status).toBe(403)
    for (const type of [
      'text/plain',
      'application/octet-stream',
      'application/xml',
      'application/x-www-form-urlencoded',
    ]) {
      const answer = await call(dana, '/api/files', { method: 'POST', headers: { 'content-type': type }, body: 'x' })
      expect(answer.status, type).toBe(415)
    }
    const get = await call(dana, '/api/files')
    expect(get.status).toBe(405)
    expect(get.headers.get('allow')).toContain('PATCH')
  })

  test('a file over the limit of the settings is refused in every form', async () => {
    await updateRecord(site.site.engine, admin(), 'System Settings', 'System Settings', { max_file_size_mb: 1 })
    const large = Buffer.alloc(1_048_577, 'x')
    const answers = [
      await send(dana, large),
      await send(dana, Buffer.alloc(5_000_000, 'x')),
      await sendJson(dana, { filedata: large.toString('base64'), filename: 'x', decode_base64: 1 }),
      await call(dana, '/api/files', { method: 'POST', headers: { 'upload-length': '1048577' } }),
    ]
    await updateRecord(site.site.engine, admin(), 'System Settings', 'System Settings', { max_file_size_mb: 50 })
    for (const answer of answers) {
      expect(answer.status).toBe(413)
      expect(await answer.json()).toMatchObject({ message: 'The file is larger than 1 MB.', max_bytes: 1_048_576 })
    }
    expect(listing('incoming')).toEqual([])
  })

  test('torn, odd and abandoned forms are refused and leave nothing', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nabc\r\n`
    const bodies = [
      'garbage',
      '--x\r\n',
      part('file'),
      `${part('file')}${part('file')}--x--\r\n`,
      `${part('__proto__')}--x--\r\n`,
    ]
    for (const body of bodies) {
      expect((await call(dana, '/api/files', { method: 'POST', headers, body })).status, body).toBe(400)
    }
    const noBoundary = { 'content-type': 'multipart/form-data' }
    expect((await call(dana, '/api/files', { method: 'POST', headers: noBoundary, body: 'x' })).status).toBe(400)
    await abandonUpload(headers['content-type'], part('file'))
    expect((await call(dana, '/api/auth/validate')).status).toBe(200)
    await expect.poll(() => listing('incoming')).toEqual([])
  })

  test('anyone who is signed in may upload a file of no record', async () => {
    const { file } = await upload(bare, 'of no role', { filename: 'bare.txt', is_private: '1' })
    expect(await (await call(bare, file.file_url)).text()).toBe('of no role')
  })

  test('the same bytes are kept once; they go with the last record that counts on them', async () => {
    const [one, two] = [
      await upload(dana, 'shared bytes', { filename: 's.txt' }),
      await upload(noa, 'shared bytes', { filename: 's.txt' }),
    ]
    expect(two.file_url).toBe(one.file_url)
    expect((await remove(dana, 'File', one.file.id)).status).toBe(200)
    expect((await fetch(`${site.url}${one.file_url}`)).status).toBe(200)
    expect((await remove(noa, 'File', two.file.id)).status).toBe(200)
    expect((await fetch(`${site.url}${one.file_url}`)).status).toBe(404)
    await expect.poll(() => listing('public').filter((name) => name.startsWith('s-'))).toEqual([])
  })
})

describe('chunked uploads', () => {
  const patch = (cookie: string, id: string, offset: number, body: string, more: Record<string, string> = {}) =>
    call(cookie, `/api/files?patch=${id}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...more },
      body,
    })
  const head = (cookie: string, id: string) => call(cookie, `/api/files?patch=${id}`, { method: 'HEAD' })

  async function begin(cookie: string, length: number, fields: Record<string, string> = {}): Promise<string> {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    const headers = { 'upload-length': String(length) }
    const answer = await call(cookie, '/api/files', { method: 'POST', headers, body: form })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    return answer.text()
  }

  test('chunks make a file, across a restart, and an empty chunk repeats the answer', async () => {
    const { id: contact } = await newContact()
    const metadata = JSON.stringify({ entity: 'Contact', id: contact, is_private: '1' })
    const id = await begin(dana, 12, { filepond: metadata })
    const name = { 'upload-name': encodeURIComponent('קובץ גדול.txt'), 'upload-length': '12' }
    const first = await patch(dana, id, 0, 'hello ', name)
    expect(first.status).toBe(204)
    expect(first.headers.get('upload-offset')).toBe('6')
    site = await site.restart()
    dana = await site.signIn('dana@example.com')
    const held = await head(dana, id)
    expect(held.status).toBe(200)
    expect([held.headers.get('upload-offset'), held.headers.get('upload-length')]).toEqual(['6', '12'])
    const last = await patch(dana, id, 6, 'chunks', name)
    expect(last.status).toBe(200)
    expect(last.headers.get('upload-offset')).toBe('12')
    const answer = (await last.json()) as UploadAnswer
    expect(answer.file).toMatchObject({
      file_name: 'קובץ גדול.txt',
      file_size: 12,
      is_private: 1,
      attached_to_id: contact,
    })
    const again = await patch(dana, id, 12, '', name)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(answer)
    expect(await (await call(dana, answer.file_url)).text()).toBe('hello chunks')
  })

  test('a gap is 409 and tells the offset, too many bytes and another length are 417', async () => {
    const id = await begin(dana, 10, { filename: 'x.txt' })
    expect((await patch(dana, id, 0, 'abc')).status).toBe(204)
    const gap = await patch(dana, id, 5, 'xyz')
    expect(gap.status).toBe(409)
    expect(gap.headers.get('upload-offset')).toBe('3')
    expect(await gap.json()).toMatchObject({ exc_type: 'InvalidStateError' })
    expect((await patch(dana, id, 3, 'abc', { 'upload-length': '11' })).status).toBe(417)
    expect((await patch(dana, id, 3, 'x'.repeat(8))).status).toBe(417)
    expect((await patch(dana, id, 3, 'abc', { 'upload-offset': 'x' })).status).toBe(400)
    expect((await patch(dana, id, 3, 'x'.repeat(7))).status).toBe(200)
  })

  test("another person's transfer is 404 for everything", async () => {
    const id = await begin(dana, 10, { filename: 'x.txt' })
    expect((await patch(noa, id, 0, 'abc')).status).toBe(404)
    expect((await head(noa, id)).status).toBe(404)
    expect((await call(noa, `/api/files?id=${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await head(dana, id)).status).toBe(200)
  })

  test('a transfer and a finished file are taken back by DELETE', async () => {
    const revert = (body: string) =>
      call(dana, '/api/files', { method: 'DELETE', headers: { 'content-type': 'text/plain;charset=UTF-8' }, body })
    const id = await begin(dana, 10)
    const begun = await revert(id)
    expect([begun.status, await begun.json()]).toEqual([200, {}])
    expect((await head(dana, id)).status).toBe(404)
    const done = await begin(dana, 3, { filename: 'r.txt' })
    const { file } = (await (await patch(dana, done, 0, 'abc')).json()) as UploadAnswer
    expect(await (await revert(done)).json()).toEqual({ file })
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    const plain = await upload(dana, 'to revert', { filename: 'r.txt' })
    expect(await (await revert(plain.file.id)).json()).toEqual({ file: plain.file })
    expect((await revert('nonsense')).status).toBe(404)
  })

  test('a chunk over 6 MB is 413 and the transfer goes on from where it was', async () => {
    const id = await begin(dana, 10_000_000)
    expect((await patch(dana, id, 0, 'x'.repeat(6_000_001))).status).toBe(413)
    expect((await head(dana, id)).headers.get('upload-offset')).toBe('0')
  })

  test('the right to write is asked again when the last chunk comes', async () => {
    const { id: contact } = await newContact()
    const cookie = await site.signIn('leaving@example.com')
    const id = await begin(cookie, 6, { entity: 'Contact', id: contact, filename: 'x.txt' })
    expect((await patch(cookie, id, 0, 'abc')).status).toBe(204)
    await removeRoles('leaving@example.com')
    expect((await patch(cookie, id, 3, 'def')).status).toBe(403)
  })
})

describe('serving', () => {
  test('a public file needs no session and is kept by browsers', async () => {
    const { file_url } = await upload(dana, photo, { filename: 'p.png' })
    const answer = await fetch(`${site.url}${file_url}`)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'inline; filename="p.png"; filename*=UTF-8\'\'p.png',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "sandbox; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'",
      'content-length': String(photo.length),
    })
    const known = { 'if-none-match': answer.headers.get('etag') as string }
    expect((await fetch(`${site.url}${file_url}`, { headers: known })).status).toBe(304)
    const head = await fetch(`${site.url}${file_url}`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(photo.length)])
  })

  test('ranges work', async () => {
    const { file_url } = await upload(dana, '0123456789', { filename: 'r.txt' })
    const part = await fetch(`${site.url}${file_url}`, { headers: { range: 'bytes=2-4' } })
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 2-4/10', '234'])
    const beyond = await fetch(`${site.url}${file_url}`, { headers: { range: 'bytes=10-' } })
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, 'bytes */10'])
  })

  test.each([
    ['page.html', '<!doctype html><script>alert(1)</script>', 'application/octet-stream'],
    ['image.png', '<html><script>alert(1)</script></html>', 'application/octet-stream'],
    ['logo.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml'],
  ])('%s cannot run anything', async (filename, content, type) => {
    const { file_url } = await upload(dana, content, { filename })
    const { headers } = await fetch(`${site.url}${file_url}`)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('a name cannot break out of its header', async () => {
    const { file } = await upload(dana, 'x1', { filename: 'a"; filename=evil.exe\r\nX-Evil: 1.txt' })
    const { headers } = await fetch(`${site.url}${file.file_url}`)
    expect(headers.get('x-evil')).toBeNull()
    expect(headers.get('content-disposition')).toMatch(/^inline; filename="[^"]*"; filename\*=UTF-8''[\w.%-]+$/)
  })

  test.each([
    '/files/..%2f..%2fconfig.json',
    '/files/%2e%2e%2fconfig.json',
    '/files/..%5cconfig.json',
    '/files/%2e%2e/site.key',
    '/files/..%252fconfig.json',
    '/files/a%00-3f9c2b.png',
    '/files/',
    '/files/nothing-000000.png',
    '/files//etc/passwd',
    '/private/files/..%2f..%2fsite.key',
    '/private/files/nothing-000000.png',
  ])('%s is not found', async (path) => {
    expect((await rawGet(path, dana)).status).toBe(404)
  })

  test('a private file is for its owner, System Managers and whoever reads its record', async () => {
    const { id } = await newContact()
    const attached = await upload(dana, 'of the contact', { filename: 'c.txt', entity: 'Contact', id, is_private: '1' })
    const alone = await upload(dana, 'of nobody', { filename: 'n.txt', is_private: '1' })
    const statuses = async (url: string) => {
      const answers = [dana, noa, manager, bare, ''].map(async (cookie) => (await call(cookie, url)).status)
      return Promise.all(answers)
    }
    expect(await statuses(attached.file_url)).toEqual([200, 200, 200, 403, 401])
    expect(await statuses(alone.file_url)).toEqual([200, 403, 200, 403, 401])
    const { headers } = await call(dana, alone.file_url)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(await statuses(alone.file_url.replace('/private', ''))).toEqual([404, 404, 404, 404, 404])
    expect(await statuses(`${alone.file_url}?thumb=1`)).toEqual([200, 403, 200, 403, 401])
  })

  test('scaled copies keep the format, and what cannot be scaled is the original', async () => {
    const { file_url } = await upload(dana, photo, { filename: 'big.png' })
    for (const [query, width] of [
      ['thumb=1', 128],
      ['width=64', 64],
      ['width=512', 512],
      ['width=9999', 800],
      ['thumb=0', 800],
    ] as const) {
      const bytes = Buffer.from(await (await fetch(`${site.url}${file_url}?${query}`)).arrayBuffer())
      expect(await sharp(bytes).metadata(), query).toMatchObject({ format: 'png', width })
    }
    const text = await upload(dana, 'no picture', { filename: 'x.png' })
    expect(await (await fetch(`${site.url}${text.file_url}?thumb=1`)).text()).toBe('no picture')
    const bomb = Buffer.from(photo)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const bad = await upload(dana, bomb, { filename: 'bomb.png' })
    expect((await fetch(`${site.url}${bad.file_url}?width=512`)).headers.get('content-length')).toBe(
      String(bomb.length),
    )
  })
})

describe('file records', () => {
  const visibleTo = async (cookie: string, ids: string[]) => {
    const filters = encodeURIComponent(JSON.stringify({ id: ['in', ids] }))
    const { data, count } = (await (await call(cookie, `/api/entity/File?filters=${filters}`)).json()) as {
      data: EntityRecord[]
      count: number
    }
    expect(count).toBe(data.length)
    return data.map((one) => one.id).sort()
  }

  test('who sees a record sees its files; a private file of none is seen by owner and System Manager', async () => {
    const { id } = await newContact()
    const attached = (await upload(dana, 'v1', { filename: 'v.txt', entity: 'Contact', id, is_private: '1' })).file.id
    const alone = (await upload(dana, 'v2', { filename: 'v.txt', is_private: '1' })).file.id
    const open = (await upload(dana, 'v3', { filename: 'v.txt' })).file.id
    const ids = [attached, alone, open]
    expect(await visibleTo(dana, ids)).toEqual([...ids].sort())
    expect(await visibleTo(manager, ids)).toEqual([...ids].sort())
    expect(await visibleTo(noa, ids)).toEqual([attached, open].sort())
    expect((await call(noa, `/api/entity/File/${alone}`)).status).toBe(403)
    expect((await call(noa, `/api/entity/File/${attached}`)).status).toBe(200)
    expect((await call(bare, `/api/entity/File/${attached}`)).status).toBe(403)
  })

  test('only name, folder and privacy change, by the owner', async () => {
    const { file } = await upload(dana, 'mine', { filename: 'm.txt' })
    expect((await update(noa, file.id, { file_name: 'stolen.txt' })).status).toBe(403)
    const body = {
      file_name: 'b.txt',
      folder: 'Work',
      file_url: '/files/x-000000.txt',
      mime_type: 'text/html',
      attached_to_id: 'x',
    }
    const { entity } = (await (await update(dana, file.id, body)).json()) as { entity: EntityRecord }
    expect(entity).toMatchObject({
      file_name: 'b.txt',
      folder: 'Work',
      file_url: file.file_url,
      mime_type: 'text/plain',
      attached_to_id: null,
    })
  })

  test('making a file private moves its bytes, and the field that shows it follows', async () => {
    const contact = await newContact()
    const { file } = await upload(dana, 'moving', {
      filename: 'mv.txt',
      entity: 'Contact',
      id: contact.id,
      field: 'photo',
    })
    await updateRecord(site.site.engine, admin(), 'Contact', contact.id, { photo: file.file_url })
    const { entity } = (await (await update(dana, file.id, { is_private: 1 })).json()) as { entity: EntityRecord }
    expect(entity).toMatchObject({ is_private: 1, file_url: `/private${file.file_url}` })
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    expect(await (await call(noa, String(entity.file_url))).text()).toBe('moving')
    const { entity: after } = (await (await call(dana, `/api/entity/Contact/${contact.id}`)).json()) as {
      entity: EntityRecord
    }
    expect(after.photo).toBe(entity.file_url)
    await expect.poll(() => listing('public').filter((name) => name.startsWith('mv-'))).toEqual([])
    await update(dana, file.id, { is_private: '0' })
    expect(await (await fetch(`${site.url}${file.file_url}`)).text()).toBe('moving')
  })

  test('a file shared with another record stays where that one has it', async () => {
    const one = await upload(dana, 'both', { filename: 'both.txt' })
    const two = await upload(noa, 'both', { filename: 'both.txt' })
    await update(dana, one.file.id, { is_private: 1 })
    expect(await (await fetch(`${site.url}${two.file_url}`)).text()).toBe('both')
    expect((await call(noa, `/private${one.file_url}`)).status).toBe(403)
  })

  test('deleting a record deletes its files, bytes too', async () => {
    const { id } = await newContact()
    const { file } = await upload(dana, 'goes along', { filename: 'along.txt', entity: 'Contact', id })
    expect((await remove(dana, 'Contact', id)).status).toBe(200)
    expect((await call(manager, `/api/entity/File/${file.id}`)).status).toBe(404)
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    await expect.poll(() => listing('public').filter((name) => name.startsWith('along-'))).toEqual([])
  })

  test('a file uploaded before its record existed belongs to it afterwards', async () => {
    const { file } = await upload(dana, photo, {
      filename: 'new.png',
      entity: 'Contact',
      field: 'photo',
      is_private: '1',
    })
    expect((await call(noa, file.file_url)).status).toBe(403)
    const answer = await call(dana, '/api/entity/Contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_name: 'New', photo: file.file_url }),
    })
    const { entity } = (await answer.json()) as { entity: EntityRecord }
    const attachedTo = async () =>
      ((await (await call(dana, `/api/entity/File/${file.id}`)).json()) as { entity: EntityRecord }).entity
        .attached_to_id
    await expect.poll(attachedTo).toBe(entity.id)
    expect((await call(noa, file.file_url)).status).toBe(200)
  })

  test('a record cannot show a file that is not there', async () => {
    const { id } = await newContact()
    const body = JSON.stringify({ id, photo: '/files/none-000000.png' })
    const headers = { 'content-type': 'application/json' }
    expect((await call(dana, '/api/entity/Contact', { method: 'PUT', headers, body })).status).toBe(417)
  })
})

describe('for other modules', () => {
  test('bytes are kept as a private file of a record, and found again by who may see it', async () => {
    const { id } = await newContact()
    const content = Buffer.from('an attachment')
    const record = await site.site.files.save(admin(), { fileName: 'mail.txt', content, entity: 'Contact', id })
    expect(record).toMatchObject({ is_private: 1, attached_to_id: id, file_size: content.length })
    const { path } = await site.site.files.find(admin(), record.id)
    expect(readFileSync(path, 'utf8')).toBe('an attachment')
    await expect(site.site.files.find(admin(), 'nothing')).rejects.toMatchObject({ status: 404 })
    const empty = { fileName: 'x', content: Buffer.alloc(0) }
    await expect(site.site.files.save(admin(), empty)).rejects.toMatchObject({ status: 417 })
    expect(listing('incoming').filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

/** `fetch` would tidy the path up before it sends it. */
function rawGet(path: string, cookie: string): Promise<{ status: number }> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve, reject) => {
    httpRequest({ hostname, port, path, headers: { cookie } }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0 })
    })
      .on('error', reject)
      .end()
  })
}

/** Hangs up in the middle of a file. */
function abandonUpload(type: string, start: string): Promise<void> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    const headers = { cookie: dana, 'content-type': type, 'content-length': 100_000 }
    const call = httpRequest({ hostname, port, path: '/api/files', method: 'POST', headers })
    call.on('error', () => resolve())
    call.on('close', () => resolve())
    call.write(start, () => call.destroy())
  })
}
