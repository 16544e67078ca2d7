import { describe, expect, test } from 'vitest'
import type { UploadAnswer } from './present.ts'
import { fileTests } from './testing.ts'

const { site, people, restart, removeRoles, call, newContact, upload } = fileTests()

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
    const id = await begin(people.dana, 12, { filepond: metadata })
    const name = { 'upload-name': encodeURIComponent('קובץ גדול.txt'), 'upload-length': '12' }
    const first = await patch(people.dana, id, 0, 'hello ', name)
    expect(first.status).toBe(204)
    expect(first.headers.get('upload-offset')).toBe('6')
    await restart()
    const held = await head(people.dana, id)
    expect(held.status).toBe(200)
    expect([held.headers.get('upload-offset'), held.headers.get('upload-length')]).toEqual(['6', '12'])
    const last = await patch(people.dana, id, 6, 'chunks', name)
    expect(last.status).toBe(200)
    expect(last.headers.get('upload-offset')).toBe('12')
    const answer = (await last.json()) as UploadAnswer
    expect(answer.file).toMatchObject({
      file_name: 'קובץ גדול.txt',
      file_size: 12,
      is_private: 1,
      attached_to_id: contact,
    })
    const again = await patch(people.dana, id, 12, '', name)
    expect(again.status).toBe(200)
    expect(await again.json()).toEqual(answer)
    expect(await (await call(people.dana, answer.file_url)).text()).toBe('hello chunks')
  })

  test('a gap gets 409 with the offset, and too many bytes or another length get 417', async () => {
    const id = await begin(people.dana, 10, { filename: 'x.txt' })
    expect((await patch(people.dana, id, 0, 'abc')).status).toBe(204)
    const gap = await patch(people.dana, id, 5, 'xyz')
    expect(gap.status).toBe(409)
    expect(gap.headers.get('upload-offset')).toBe('3')
    expect(await gap.json()).toMatchObject({ exc_type: 'InvalidStateError' })
    expect((await patch(people.dana, id, 3, 'abc', { 'upload-length': '11' })).status).toBe(417)
    expect((await patch(people.dana, id, 3, 'x'.repeat(8))).status).toBe(417)
    expect((await patch(people.dana, id, 3, 'abc', { 'upload-offset': 'x' })).status).toBe(400)
    expect((await patch(people.dana, id, 3, 'x'.repeat(7))).status).toBe(200)
  })

  test("another person's transfer is 404 for everything", async () => {
    const id = await begin(people.dana, 10, { filename: 'x.txt' })
    expect((await patch(people.noa, id, 0, 'abc')).status).toBe(404)
    expect((await head(people.noa, id)).status).toBe(404)
    expect((await call(people.noa, `/api/files?id=${id}`, { method: 'DELETE' })).status).toBe(404)
    expect((await head(people.dana, id)).status).toBe(200)
  })

  test('DELETE removes a transfer and a finished file', async () => {
    const revert = (body: string) =>
      call(people.dana, '/api/files', {
        method: 'DELETE',
        headers: { 'content-type': 'text/plain;charset=UTF-8' },
        body,
      })
    const id = await begin(people.dana, 10)
    const begun = await revert(id)
    expect([begun.status, await begun.json()]).toEqual([200, {}])
    expect((await head(people.dana, id)).status).toBe(404)
    const done = await begin(people.dana, 3, { filename: 'r.txt' })
    const { file } = (await (await patch(people.dana, done, 0, 'abc')).json()) as UploadAnswer
    expect(await (await revert(done)).json()).toEqual({ file })
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    const plain = await upload(people.dana, 'to revert', { filename: 'r.txt' })
    expect(await (await revert(plain.file.id)).json()).toEqual({ file: plain.file })
    expect((await revert('nonsense')).status).toBe(404)
  })

  test('a chunk over 6 MB is 413 and the transfer goes on from where it was', async () => {
    const id = await begin(people.dana, 10_000_000)
    expect((await patch(people.dana, id, 0, 'x'.repeat(6_291_457))).status).toBe(413)
    expect((await head(people.dana, id)).headers.get('upload-offset')).toBe('0')
  })

  test('the last chunk needs the right to write again', async () => {
    const { id: contact } = await newContact()
    const cookie = await site.signIn('leaving@example.com')
    const id = await begin(cookie, 6, { entity: 'Contact', id: contact, filename: 'x.txt' })
    expect((await patch(cookie, id, 0, 'abc')).status).toBe(204)
    await removeRoles('leaving@example.com')
    expect((await patch(cookie, id, 3, 'def')).status).toBe(403)
  })
})
