import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createRecord, systemContext } from '../entity/index.ts'
import { mountSmallDisk, type SmallDisk } from '../files/testing-disk.ts'
import { type ListeningSite, startListeningSite } from '../testing/network.ts'

let disk: SmallDisk | undefined
let site: ListeningSite
let dana = ''
let noa = ''

beforeAll(async () => {
  disk = mountSmallDisk(67_108_864)
  if (!disk) return
  site = await startListeningSite({ dir: join(disk.folder, 'site') })
  dana = await site.signIn('dana@example.com')
  noa = await site.signIn('noa@example.com')
})

afterAll(async () => {
  if (!disk) return
  await site.remove()
  disk.remove()
})

const hasReserve = () => existsSync(join(site.dir, 'disk-reserve'))
const json = (cookie: string, method: string, path: string, body?: unknown) =>
  fetch(`${site.url}${path}`, {
    method,
    headers: { cookie, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const logIn = (user: string, password: string) => json('', 'POST', '/api/auth/login', { user, password })

async function expectFull(answer: Response, message = 'The disk is full.'): Promise<void> {
  expect([answer.status, (await answer.json()).message]).toEqual([503, message])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
}

test('on a full disk every caller is told so, and an administrator signs in and frees space', async ({ skip }) => {
  if (!disk) return skip('this user may not mount a small file system')
  await expect.poll(hasReserve).toBe(true)
  const admin = systemContext(site.site.engine)
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(2_000_000)]), 'large.bin')
  const upload = await fetch(`${site.url}/api/files`, { method: 'POST', headers: { cookie: dana }, body: file })
  expect(upload.status).toBe(200)
  const { id } = (await upload.json()).file
  const contact = await createRecord(site.site.engine, admin, 'Contact', { contact_name: 'Old' })
  const begun = await fetch(`${site.url}/api/files`, {
    method: 'POST',
    headers: { cookie: dana, 'upload-length': '9000000', 'upload-name': 'x.bin' },
  })
  const transfer = await begun.text()
  disk.fill(0)
  const create = () => json(dana, 'POST', '/api/entity/Contact', { contact_name: 'New' })
  await expect.poll(async () => (await create()).status).toBe(503)
  await expectFull(await create())
  expect((await (await json(dana, 'GET', '/api/entity/Contact')).json()).data.length).toBeGreaterThan(0)

  const again = new FormData()
  again.append('file', new Blob(['x']), 'small.txt')
  await expectFull(await fetch(`${site.url}/api/files`, { method: 'POST', headers: { cookie: dana }, body: again }))
  await expectFull(await json(dana, 'POST', '/api/files', { filedata: 'x', filename: 'x.txt' }))
  const chunk = { cookie: dana, 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' }
  await expectFull(
    await fetch(`${site.url}/api/files?patch=${transfer}`, { method: 'PATCH', headers: chunk, body: 'abc' }),
  )

  await expectFull(await logIn('staff@example.com', 'demo-password'))
  const hebrew = await fetch(`${site.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': 'he' },
    body: JSON.stringify({ user: 'staff@example.com', password: 'demo-password' }),
  })
  await expectFull(hebrew, 'הדיסק מלא.')
  expect((await logIn('manager@example.com', 'demo-password')).status).toBe(200)

  for (let i = 0; i < 5; i++) {
    const entered = await logIn('Administrator', 'admin-password')
    expect(entered.status).toBe(200)
    const cookie = String(entered.headers.get('set-cookie')).split(';', 1)[0] as string
    if (i < 4) expect((await json(cookie, 'POST', '/api/auth/logout')).status).toBe(200)
    else {
      expect((await json(cookie, 'DELETE', `/api/entity/Contact/${contact.id}`)).status).toBe(200)
      expect((await json(cookie, 'DELETE', `/api/entity/File/${id}`)).status).toBe(200)
    }
  }
  expect((await json(noa, 'POST', '/api/auth/logout')).status).toBe(200)
  disk.makeRoom()
  await expect.poll(async () => (await create()).status).toBe(200)
  await expect.poll(hasReserve).toBe(true)
})

test('a site that was killed on a full disk starts on it, and accepts only calls that free space', async ({ skip }) => {
  if (!disk) return skip('this user may not mount a small file system')
  disk.fill(0)
  site = await site.restart()
  await expectFull(await json(dana, 'POST', '/api/entity/Contact', { contact_name: 'New' }))
  expect((await logIn('Administrator', 'admin-password')).status).toBe(200)
  disk.makeRoom()
  await expect
    .poll(async () => (await json(dana, 'POST', '/api/entity/Contact', { contact_name: 'New' })).status)
    .toBe(200)
})
