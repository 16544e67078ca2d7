import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq
beforeAll(async () => {
  hq = await startHq({ sample: false })
})
afterAll(() => hq.remove())

const trash = async () => (await hq.call('GET', '/api/hq/trash')).json.items
const bringBack = (name: string, id?: string) => hq.call('POST', '/api/hq/restore_from_trash', { name, id })

test('a deleted project is listed in the trash and comes back with its data and its secrets', async () => {
  await hq.create('acme', { project_name: 'Acme', description: 'Bakes bread' })
  const before = await hq.until('acme', 'Running')
  await hq.act('acme', 'stop_project')
  expect((await hq.call('DELETE', '/api/entity/Project/acme')).status).toBe(200)

  const [item, ...more] = await trash()
  expect([item, more]).toEqual([
    {
      name: expect.stringMatching(/^acme\.\d+$/),
      id: 'acme',
      project_name: 'Acme',
      removed_at: expect.any(String),
      until: expect.any(String),
      bytes: expect.any(Number),
    },
    [],
  ])
  expect(item.until > item.removed_at && item.bytes > 0).toBe(true)
  const kept = readFileSync(join(hq.dir, 'projects', '.trash', item.name, 'project.json'), 'utf8')
  for (const secret of [before.instanceSecret, before.adminPassword, 'Bakes bread']) expect(kept).not.toContain(secret)

  const { status, json } = await bringBack(item.name)
  expect([status, json.entity]).toMatchObject([200, { id: 'acme', status: 'Stopped', description: 'Bakes bread' }])
  const after = await hq.project('acme')
  expect([after.instanceSecret, after.adminPassword, after.port]).toEqual([
    before.instanceSecret,
    before.adminPassword,
    before.port,
  ])
  expect([await trash(), existsSync(join(hq.folder('acme'), 'project.json'))]).toEqual([[], false])
  expect((await bringBack(item.name)).status).toBe(404)
  await hq.act('acme', 'start_project')
  await hq.until('acme', 'Running')
})

test('a project comes back under another id while its own is taken', async () => {
  await hq.act('acme', 'stop_project')
  await hq.call('DELETE', '/api/entity/Project/acme')
  await hq.create('acme', { auto_provision: 0 })
  const [{ name }] = await trash()
  const taken = await bringBack(name)
  expect([taken.status, taken.json.exc_type]).toEqual([409, 'DuplicateEntryError'])
  expect((await bringBack(name, 'No id!')).status).toBe(417)
  expect((await bringBack(name, 'acme-old')).json.entity).toMatchObject({ id: 'acme-old', status: 'Stopped' })
  await hq.act('acme-old', 'start_project')
  await hq.until('acme-old', 'Running')
})

test('the trash is for System Managers, and without the kept record it says where the data are', async () => {
  await hq.act('acme-old', 'stop_project')
  await hq.call('DELETE', '/api/entity/Project/acme-old')
  const [{ name }] = await trash()
  const operator = await hq.person('operator@example.com', ['Operator'])
  expect((await hq.call('GET', '/api/hq/trash', undefined, operator)).status).toBe(403)
  expect((await hq.call('POST', '/api/hq/restore_from_trash', { name }, operator)).status).toBe(403)
  expect((await hq.call('POST', '/api/hq/restore_from_trash', [])).status).toBe(400)
  expect((await bringBack('../acme')).status).toBe(404)
  rmSync(join(hq.dir, 'projects', '.trash', name, 'project.json'))
  const { status, message } = await bringBack(name)
  expect([status, message]).toEqual([409, `The record of this project is not kept. Its data are in ${name}.`])
  expect(existsSync(join(hq.dir, 'projects', '.trash', name))).toBe(true)
})
