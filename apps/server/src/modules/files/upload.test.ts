import { createHash } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { updateRecord } from '../../entity/index.ts'
import type { UploadAnswer } from './present.ts'
import { fileTests, photo } from './testing.ts'

const { site, people, admin, call, newContact, listing, send, upload, remove, emptyTrash } = fileTests()
const sha = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const sendJson = (cookie: string, body: unknown) =>
  call(cookie, '/api/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

describe('uploading', () => {
  test('a multipart upload answers with the file, its size in pixels and its addresses', async () => {
    const { id } = await newContact()
    const { file, file_url } = await upload(people.dana, photo, {
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

  test('without a filename the part names the file, in any script', async () => {
    const answer = (await (await send(people.dana, 'שלום', {}, 'חוזה שכירות.txt')).json()) as UploadAnswer
    expect(answer.file.file_name).toBe('חוזה שכירות.txt')
    expect(answer.file_url).toMatch(/^\/files\/חוזה-שכירות-[0-9a-f]{6}\.txt$/)
    expect(await (await fetch(`${site.url}${answer.file_url}`)).text()).toBe('שלום')
  })

  test('the json form takes base64, a data url and text', async () => {
    const base64 = photo.toString('base64')
    for (const filedata of [base64, `data:image/png;base64,${base64}`, base64.replace(/(.{76})/g, '$1\r\n')]) {
      const answer = await sendJson(people.dana, {
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
    const text = await sendJson(people.dana, { filedata: 'just text', filename: 't.txt' })
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
    ['a missing record', { filedata: 'x', entity: 'Contact', id: 'none' }, 404, 'Contact none was not found.'],
    [
      'an entity without right',
      { filedata: 'x', entity: 'Email Account' },
      403,
      'You do not have permission to create Email Account.',
    ],
  ])('%s is refused with one clear message and leaves nothing behind', async (_, body, status, message) => {
    const before = [listing('public'), listing('private'), listing('incoming')]
    const answer = await sendJson(people.dana, body)
    expect(answer.status).toBe(status)
    expect(await answer.json()).toMatchObject({ status, message })
    expect([listing('public'), listing('private'), listing('incoming')]).toEqual(before)
  })

  test('guests, foreign pages, other content types and other methods are refused', async () => {
    expect((await send('', 'x')).status).toBe(401)
    expect((await call('', '/api/files', { method: 'PATCH' })).status).toBe(401)
    const evil = { origin: 'https://evil.example.com' }
    expect(
      (await call(people.dana, '/api/files', { method: 'POST', headers: evil, body: new FormData() })).status,
    ).toBe(403)
    for (const type of [
      'text/plain',
      'application/octet-stream',
      'application/xml',
      'application/x-www-form-urlencoded',
    ]) {
      const answer = await call(people.dana, '/api/files', {
        method: 'POST',
        headers: { 'content-type': type },
        body: 'x',
      })
      expect(answer.status, type).toBe(415)
    }
    const get = await call(people.dana, '/api/files')
    expect(get.status).toBe(405)
    expect(get.headers.get('allow')).toContain('PATCH')
  })

  test('a file over the limit of the settings is refused in every form', async () => {
    await updateRecord(site.site.engine, admin(), 'System Settings', 'System Settings', { max_file_size_mb: 1 })
    const large = Buffer.alloc(1_048_577, 'x')
    const answers = [
      await send(people.dana, large),
      await send(people.dana, Buffer.alloc(5_000_000, 'x')),
      await sendJson(people.dana, { filedata: large.toString('base64'), filename: 'x', decode_base64: 1 }),
      await call(people.dana, '/api/files', { method: 'POST', headers: { 'upload-length': '1048577' } }),
    ]
    await updateRecord(site.site.engine, admin(), 'System Settings', 'System Settings', { max_file_size_mb: 50 })
    for (const answer of answers) {
      expect(answer.status).toBe(413)
      expect(await answer.json()).toMatchObject({ message: 'The file is larger than 1 MB.', max_bytes: 1_048_576 })
    }
    expect(listing('incoming')).toEqual([])
  })

  test('broken, odd and interrupted forms are refused and leave nothing behind', async () => {
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
      expect((await call(people.dana, '/api/files', { method: 'POST', headers, body })).status, body).toBe(400)
    }
    const noBoundary = { 'content-type': 'multipart/form-data' }
    expect((await call(people.dana, '/api/files', { method: 'POST', headers: noBoundary, body: 'x' })).status).toBe(400)
    await abandonUpload(headers['content-type'], part('file'))
    expect((await call(people.dana, '/api/auth/validate')).status).toBe(200)
    await expect.poll(() => listing('incoming')).toEqual([])
  })

  test('any signed-in user may upload a file of no record', async () => {
    const { file } = await upload(people.bare, 'of no role', { filename: 'bare.txt', is_private: '1' })
    expect(await (await call(people.bare, file.file_url)).text()).toBe('of no role')
  })

  test('equal bytes are stored once, and deleted with the last record that uses them, in the trash or not', async () => {
    const [one, two] = [
      await upload(people.dana, 'shared bytes', { filename: 's.txt' }),
      await upload(people.noa, 'shared bytes', { filename: 's.txt' }),
    ]
    expect(two.file_url).toBe(one.file_url)
    expect((await remove(people.dana, 'File', one.file.id)).status).toBe(200)
    expect((await fetch(`${site.url}${one.file_url}`)).status).toBe(200)
    expect((await remove(people.noa, 'File', two.file.id)).status).toBe(200)
    expect((await fetch(`${site.url}${one.file_url}`)).status).toBe(404)
    const again = await upload(people.bare, 'shared bytes', { filename: 's.txt' })
    expect(again.file_url).toBe(one.file_url)
    await emptyTrash('File')
    expect(await (await fetch(`${site.url}${one.file_url}`)).text()).toBe('shared bytes')
    await remove(people.bare, 'File', again.file.id)
    await emptyTrash('File')
    await expect.poll(() => listing('public').filter((name) => name.startsWith('s-'))).toEqual([])
  })
})

/** Disconnects amid a file. */
function abandonUpload(type: string, start: string): Promise<void> {
  const { hostname, port } = new URL(site.url)
  return new Promise((resolve) => {
    const headers = { cookie: people.dana, 'content-type': type, 'content-length': 100_000 }
    const call = httpRequest({ hostname, port, path: '/api/files', method: 'POST', headers })
    call.on('error', () => resolve())
    call.on('close', () => resolve())
    call.write(start, () => call.destroy())
  })
}
