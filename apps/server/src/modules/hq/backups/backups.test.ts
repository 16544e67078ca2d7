import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq

beforeAll(async () => {
  hq = await startHq()
  await hq.create('acme')
  await hq.until('acme', 'Running')
})

afterAll(() => hq?.remove())

async function read(id: string) {
  return (await hq.call('GET', `/api/entity/Backup/${id}`)).json.entity
}

async function until(id: string, ...states: string[]) {
  await vi.waitFor(async () => expect(states).toContain((await read(id)).status), { timeout: 20_000, interval: 50 })
  return read(id)
}

async function take(project = 'acme'): Promise<string> {
  const { message, json } = await hq.act(project, 'take_backup', { note: 'by hand' })
  expect(message).toBe('')
  return json.data.backup
}

test('a backup of a running project is taken, stored and proven by starting the program on it', async () => {
  const id = await take()
  const proven = await until(id, 'Proven', 'Failed')
  expect(proven.error).toBeNull()
  expect(proven).toMatchObject({ status: 'Proven', type: 'Manual', project: 'acme', note: 'by hand', store: 'local' })
  expect(proven.proof).toMatchObject({ ok: 1, from: 'local', failed: [] })
  expect(proven.records).toBeGreaterThan(10)
  expect(proven.added).toBeGreaterThan(0)
  const { entity } = (await hq.call('GET', '/api/entity/Project/acme')).json
  expect(entity).toMatchObject({ backup_state: 'Proven', last_backup: proven.taken_at, under_way: null })
  expect(readdirSync(join(hq.dir, 'work'))).toEqual([])
})
