import { loadFieldTypes } from '@tavla/fields/server'
import { describe, expect, test } from 'vitest'
import type { EntityDefinition } from '../../entity/model/definition.ts'
import { drawPortrait } from './portrait.ts'
import { photographed, sampleContacts, sampleTasks } from './story.ts'
import { sampleItems, sampleQuotes } from './story-quotes.ts'

const today = '2026-03-10'
const ids = Array.from({ length: 60 }, (_, n) => `contact${n}`)
const types = await loadFieldTypes()

test('there are 60 contacts and 120 tasks, the same at every call', () => {
  expect(sampleContacts(today)).toHaveLength(60)
  expect(sampleTasks(today, ids)).toHaveLength(120)
  expect(sampleTasks(today, ids)).toEqual(sampleTasks(today, ids))
})

describe.each([
  ['Contact', sampleContacts(today)],
  ['Task', sampleTasks(today, ids)],
])('%s', (entity, bodies) => {
  test('every value is accepted by its field unchanged', async () => {
    const { fields } = await read(entity)
    const rowFields = (await read('Task Item')).fields
    for (const body of bodies) {
      expectAccepted(fields, body)
      for (const row of (body.checklist ?? []) as Record<string, unknown>[]) expectAccepted(rowFields, row)
    }
  })

  test('every field that a user can fill is filled in some record', async () => {
    const { fields } = await read(entity)
    const byServer = ['created_by_name', 'photo', 'quoted']
    for (const { fieldname } of fields.filter((field) => !byServer.includes(field.fieldname))) {
      expect(
        bodies.some((body) => body[fieldname]),
        fieldname,
      ).toBe(true)
    }
  })

  test('both languages and long names occur', () => {
    const titles = bodies.map((body) => String(body.subject ?? body.contact_name))
    const hebrew = titles.filter((title) => /[א-ת]/.test(title)).length
    expect(hebrew).toBeGreaterThan(bodies.length / 3)
    expect(hebrew).toBeLessThan((bodies.length * 2) / 3)
    expect(Math.max(...titles.map((title) => title.length))).toBeGreaterThan(30)
  })
})

test('every value of items and quotes is accepted by its field unchanged', async () => {
  const items = sampleItems()
  const quotes = sampleQuotes(
    today,
    ids,
    items.map((_, n) => `item${n}`),
  )
  expect([items.length, quotes.length]).toEqual([12, 20])
  const [item, quote, line] = await Promise.all(['Catalog Item', 'Quote', 'Quote Line'].map(read))
  for (const body of items) expectAccepted(item?.fields ?? [], body)
  for (const body of quotes) {
    expectAccepted(quote?.fields ?? [], body)
    for (const row of body.lines as Record<string, unknown>[]) expectAccepted(line?.fields ?? [], row)
  }
  expect(quotes.every(({ contact }) => ids.includes(String(contact)))).toBe(true)
})

test('contacts have different names, emails and numbers', () => {
  const contacts = sampleContacts(today)
  for (const field of ['contact_name', 'email', 'phone', 'whatsapp_contact_id']) {
    const values = contacts.flatMap((contact) => contact[field] ?? [])
    expect(new Set(values).size, field).toBe(values.length)
  }
})

test('tasks around today are finished, late, in work or planned', () => {
  const tasks = sampleTasks(today, ids)
  const late = tasks.filter((task) => String(task.due_date) < today && task.status === 'Working')
  expect(late.length).toBeGreaterThan(0)
  for (const status of ['Open', 'Working', 'Done', 'Cancelled']) {
    expect(tasks.filter((task) => task.status === status).length, status).toBeGreaterThan(5)
  }
  expect(tasks.every((task) => ids.includes(String(task.contact)))).toBe(true)
})

test('the story can start on any day of the calendar', () => {
  for (const day of ['2028-02-29', '2027-12-31', '2026-01-01']) {
    for (const contact of sampleContacts(day))
      if (contact.birthday) expect(dateOf(contact.birthday)).toBe(contact.birthday)
  }
})

test('portraits are small and differ from each other', async () => {
  const portraits = await Promise.all(photographed.map((_, n) => drawPortrait(n)))
  expect(new Set(portraits.map((bytes) => bytes.toString('base64'))).size).toBe(photographed.length)
  for (const bytes of portraits) {
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(bytes.length).toBeLessThan(10_000)
  }
})

async function read(entity: string): Promise<EntityDefinition> {
  const module: { default: EntityDefinition } = await import(`./entities/${entity}.json`, { with: { type: 'json' } })
  return module.default
}

function expectAccepted(fields: EntityDefinition['fields'], body: Record<string, unknown>) {
  for (const [name, value] of Object.entries(body)) {
    const field = fields.find((one) => one.fieldname === name)
    const type = types.get(field?.fieldtype ?? '')
    if (!field || !type) expect.fail(name)
    if (type.kind === 'table' || value === null) continue
    const parsed = type.parse(value, { ...field, options: field.options ?? null }, { toWallClock: () => undefined })
    if (!('value' in parsed)) expect.fail(`${name}: ${JSON.stringify(parsed)}`)
    if (typeof value === 'number') expect(parsed.value, name).toBe(value)
  }
}

function dateOf(value: unknown): unknown {
  const parsed = types
    .get('Date')
    ?.parse(value, { fieldname: 'd', label: 'D', fieldtype: 'Date', options: null }, { toWallClock: () => undefined })
  return parsed && 'value' in parsed ? parsed.value : undefined
}
