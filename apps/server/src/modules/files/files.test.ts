import { readFileSync } from 'node:fs'
import type { EntityRecord } from '@tavla/contract'
import { describe, expect, test } from 'vitest'
import { updateRecord } from '../../entity/index.ts'
import { fileTests, photo } from './testing.ts'

const { site, people, admin, call, newContact, listing, upload, remove, emptyTrash } = fileTests()
const update = (cookie: string, id: string, body: object) =>
  call(cookie, '/api/entity/File', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ id, ...body }),
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

  test('users who may see a record see its files, and only owner and System Manager see a private file of no record', async () => {
    const { id } = await newContact()
    const attached = (await upload(people.dana, 'v1', { filename: 'v.txt', entity: 'Contact', id, is_private: '1' }))
      .file.id
    const alone = (await upload(people.dana, 'v2', { filename: 'v.txt', is_private: '1' })).file.id
    const open = (await upload(people.dana, 'v3', { filename: 'v.txt' })).file.id
    const ids = [attached, alone, open]
    expect(await visibleTo(people.dana, ids)).toEqual([...ids].sort())
    expect(await visibleTo(people.manager, ids)).toEqual([...ids].sort())
    expect(await visibleTo(people.noa, ids)).toEqual([attached, open].sort())
    expect((await call(people.noa, `/api/entity/File/${alone}`)).status).toBe(403)
    expect((await call(people.noa, `/api/entity/File/${attached}`)).status).toBe(200)
    expect((await call(people.bare, `/api/entity/File/${attached}`)).status).toBe(403)
  })

  test('the owner can change only name, folder and privacy', async () => {
    const { file } = await upload(people.dana, 'mine', { filename: 'm.txt' })
    expect((await update(people.noa, file.id, { file_name: 'stolen.txt' })).status).toBe(403)
    const body = {
      file_name: 'b.txt',
      folder: 'Work',
      file_url: '/files/x-000000.txt',
      mime_type: 'text/html',
      attached_to_id: 'x',
    }
    const { entity } = (await (await update(people.dana, file.id, body)).json()) as { entity: EntityRecord }
    expect(entity).toMatchObject({
      file_name: 'b.txt',
      folder: 'Work',
      file_url: file.file_url,
      mime_type: 'text/plain',
      attached_to_id: null,
    })
  })

  test('making a file private moves its bytes and updates the field that shows it', async () => {
    const moving = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'
    const contact = await newContact()
    const { file } = await upload(people.dana, moving, {
      filename: 'mv.svg',
      entity: 'Contact',
      id: contact.id,
      field: 'photo',
    })
    await updateRecord(site.site.engine, admin(), 'Contact', contact.id, { photo: file.file_url })
    const { entity } = (await (await update(people.dana, file.id, { is_private: 1 })).json()) as {
      entity: EntityRecord
    }
    expect(entity).toMatchObject({ is_private: 1, file_url: `/private${file.file_url}` })
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    expect(await (await call(people.noa, String(entity.file_url))).text()).toBe(moving)
    const { entity: after } = (await (await call(people.dana, `/api/entity/Contact/${contact.id}`)).json()) as {
      entity: EntityRecord
    }
    expect(after.photo).toBe(entity.file_url)
    await expect.poll(() => listing('public').filter((name) => name.startsWith('mv-'))).toEqual([])
    await update(people.dana, file.id, { is_private: '0' })
    expect(await (await fetch(`${site.url}${file.file_url}`)).text()).toBe(moving)
  })

  test('a file shared with another record keeps its address there', async () => {
    const one = await upload(people.dana, 'both', { filename: 'both.txt' })
    const two = await upload(people.noa, 'both', { filename: 'both.txt' })
    await update(people.dana, one.file.id, { is_private: 1 })
    expect(await (await fetch(`${site.url}${two.file_url}`)).text()).toBe('both')
    expect((await call(people.noa, `/private${one.file_url}`)).status).toBe(403)
  })

  test('a deleted record takes its files along; their bytes go when it leaves the trash', async () => {
    const { id } = await newContact()
    const { file } = await upload(people.dana, 'goes along', { filename: 'along.txt', entity: 'Contact', id })
    expect((await remove(people.dana, 'Contact', id)).status).toBe(200)
    await site.settled()
    expect(listing('public').filter((name) => name.startsWith('along-'))).toHaveLength(1)
    expect((await call(people.manager, `/api/entity/File/${file.id}`)).status).toBe(404)
    expect((await fetch(`${site.url}${file.file_url}`)).status).toBe(404)
    await emptyTrash('Contact')
    await expect.poll(() => listing('public').filter((name) => name.startsWith('along-'))).toEqual([])
  })

  test('no address of a file in the trash answers, and bytes that a live file shares stay', async () => {
    const [gone, live] = [await newContact(), await newContact()]
    const at = (id: string, more: object = {}) => ({ filename: 'shared.png', entity: 'Contact', id, ...more })
    const { file } = await upload(people.dana, photo, at(gone.id, { is_private: '1' }))
    const { file: shared } = await upload(people.dana, 'both have it', at(gone.id))
    const { file: kept } = await upload(people.dana, 'both have it', at(live.id))
    await remove(people.dana, 'Contact', gone.id)
    const statusOf = async (address: string) => (await call(people.manager, address)).status
    const addresses = [file.file_url, `${file.file_url}?thumb=1`, `/api/entity/File/${file.id}`]
    for (const address of addresses) expect([address, await statusOf(address)]).toEqual([address, 404])
    expect(await statusOf(kept.file_url)).toBe(200)
    await emptyTrash('Contact')
    await site.settled()
    expect(await (await call(people.manager, kept.file_url)).text()).toBe('both have it')
    await remove(people.dana, 'Contact', live.id)
    expect(await statusOf(shared.file_url)).toBe(404)
    const again = await upload(people.dana, 'both have it', { filename: 'shared.png' })
    await emptyTrash('Contact')
    await site.settled()
    expect(await (await call(people.manager, again.file.file_url)).text()).toBe('both have it')
  })

  test('a file uploaded before its record exists belongs to it afterwards', async () => {
    const { file } = await upload(people.dana, photo, {
      filename: 'new.png',
      entity: 'Contact',
      field: 'photo',
      is_private: '1',
    })
    expect((await call(people.noa, file.file_url)).status).toBe(403)
    const answer = await call(people.dana, '/api/entity/Contact', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_name: 'New', photo: file.file_url }),
    })
    const { entity } = (await answer.json()) as { entity: EntityRecord }
    const attachedTo = async () =>
      ((await (await call(people.dana, `/api/entity/File/${file.id}`)).json()) as { entity: EntityRecord }).entity
        .attached_to_id
    await expect.poll(attachedTo).toBe(entity.id)
    expect((await call(people.noa, file.file_url)).status).toBe(200)
  })

  test('a record cannot show a missing file', async () => {
    const { id } = await newContact()
    const body = JSON.stringify({ id, photo: '/files/none-000000.png' })
    const headers = { 'content-type': 'application/json' }
    expect((await call(people.dana, '/api/entity/Contact', { method: 'PUT', headers, body })).status).toBe(417)
  })
})

describe('for other modules', () => {
  test('bytes are stored as a private file of a record, and users who may see it can find it', async () => {
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
