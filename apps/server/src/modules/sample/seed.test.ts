import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSite, type RunningSite } from '../../app.ts'
import { readSiteConfig } from '../../config/site-config.ts'
import { actorOf, contextOf, getRecord, listRecords, systemContext } from '../../entity/index.ts'
import type { Context } from '../../entity/people/actor.ts'
import makeSampleModule from './module.ts'

let dir: string
let running: RunningSite

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'tavla-sample-'))
  running = await createSite(
    readSiteConfig(dir, { sample: true, port: 0, adminPassword: 'a good password', demoPassword: 'a fine password' }),
  )
})

afterAll(async () => {
  await running?.close()
  await rm(dir, { recursive: true, force: true })
})

test('a fresh site with sample data has 60 contacts and 120 tasks that the staff can read', async () => {
  const ctx = await staff()
  const { engine } = running.site
  expect(await listRecords(engine, ctx, 'Contact', { limit_page_length: 1 })).toMatchObject({ count: 60 })
  expect(await listRecords(engine, ctx, 'Task', { limit_page_length: 1 })).toMatchObject({ count: 120 })
})

test('quotes have prices, amounts and totals that nobody typed', async () => {
  const { engine } = running.site
  const { data, count } = await listRecords(engine, await staff(), 'Quote', { fields: ['id', 'status', 'total'] })
  expect(count).toBe(20)
  expect(new Set(data.map(({ status }) => status))).toEqual(new Set(['Draft', 'Sent', 'Accepted', 'Declined']))
  const quote = await getRecord(engine, await staff(), 'Quote', 'QT-0001')
  const lines = quote.lines as { quantity: number; unit_price: number; amount: number }[]
  expect(lines.map(({ unit_price }) => unit_price)).toEqual([18.9, 145, 165.5, 98, 60])
  for (const { quantity, unit_price, amount } of lines) expect(amount).toBeCloseTo(quantity * unit_price)
  expect(quote.total).toBeCloseTo(lines.reduce((sum, { amount }) => sum + amount, 0))
  expect(quote).toMatchObject({ _link_titles: { contact: 'יוסף פרץ' } })
  expect(await getRecord(engine, await staff(), 'Contact', String(quote.contact))).toMatchObject({
    quoted: quote.total,
  })
})

test('tasks have the name of their author and their contact', async () => {
  const { engine } = running.site
  const task = await getRecord(engine, await staff(), 'Task', 'TASK-0001')
  const author = await getRecord(engine, systemContext(engine), 'User', String(task.owner))
  expect(task).toMatchObject({ created_by_name: author.full_name, _link_titles: { contact: 'יוסף פרץ' } })
  expect(String(task.modified) < engine.clock.nowWall()).toBe(true)
})

test('twelve contacts have a photo that is served and belongs to them', async () => {
  const { engine } = running.site
  const { data } = await listRecords(engine, await staff(), 'Contact', { filters: { photo: ['is', 'set'] } })
  expect(data).toHaveLength(12)
  const [first] = data
  const answer = await running.inject({ method: 'GET', url: String(first?.photo) })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('image/png')
  const files = await listRecords(engine, await staff(), 'File', { filters: { attached_to_id: String(first?.id) } })
  expect(files.data).toMatchObject([{ file_url: first?.photo }])
})

test('seeding again adds nothing', async () => {
  const { engine } = running.site
  await makeSampleModule(running.site).seed?.(engine, systemContext(engine))
  expect(await listRecords(engine, await staff(), 'Task', { limit_page_length: 1 })).toMatchObject({ count: 120 })
  expect(await listRecords(engine, await staff(), 'Catalog Item', { limit_page_length: 1 })).toMatchObject({
    count: 12,
  })
})

async function staff(): Promise<Context> {
  const actor = await actorOf(running.site.engine, 'staff@example.com')
  if (!actor) throw new Error('the demo users are missing')
  return contextOf(actor, 'test')
}
