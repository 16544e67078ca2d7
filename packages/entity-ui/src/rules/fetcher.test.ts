import type { FieldMeta, Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { fetchRules } from './fetch-rules.ts'
import { Fetcher } from './fetcher.ts'

const field = (fieldname: string, more: Partial<FieldMeta> = {}) =>
  ({ fieldname, fieldtype: 'Data', label: fieldname, options: null, read_only: 0, ...more }) as FieldMeta

const meta = {
  id: 'Order',
  doc_meta: {
    fields: [
      field('customer', { fieldtype: 'Link', options: 'Customer' }),
      field('city', { fetch_from: 'customer.city' }),
      field('rank', { fetch_from: 'customer.rank', read_only: 1 }),
      field('lines', { fieldtype: 'Table', options: 'Line' }),
    ],
  },
  links: [
    {
      id: 'Line',
      fields: [
        field('item', { fieldtype: 'Link', options: 'Item' }),
        field('price', { fieldtype: 'Currency', fetch_from: 'item.price' }),
        field('zone', { fetch_from: 'parent.customer.zone' }),
      ],
    },
  ],
} as unknown as Meta

/** A form whose questions the test answers, in its own order. */
function openForm(begun: Record<string, unknown> = {}) {
  const values: Record<string, unknown> = { ...begun }
  const questions: { question: string; answer: (found: Record<string, unknown>) => Promise<void> }[] = []
  const errors: unknown[] = []
  const fetcher = new Fetcher('Order', fetchRules(meta))
  fetcher.follow({
    values: () => values,
    set: (name, value) => {
      values[name] = value
    },
    ask(entity, link, value) {
      const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
      const answer = async (found: Record<string, unknown>) => {
        resolve(found)
        await new Promise((done) => setImmediate(done))
      }
      questions.push({ question: `${entity}.${link}=${value}`, answer })
      return promise
    },
    onError: (error) => errors.push(error),
  })
  const type = (name: string, value: unknown) => {
    values[name] = fetcher.type(name, value)
  }
  const answer = (at: number, found: Record<string, unknown>) => questions[at]?.answer(found)
  return { values, questions, fetcher, type, answer }
}

const linesOf = (values: Record<string, unknown>) => values.lines as Record<string, unknown>[]

test('a chosen link brings its values, unless a person typed one; closed ones come always', async () => {
  const { values, questions, type, answer, fetcher } = openForm()
  type('city', 'Haifa')
  type('customer', 'C-1')
  expect(questions.map(({ question }) => question)).toEqual(['Order.customer=C-1', 'Line.parent.customer=C-1'])
  await answer(0, { city: 'Jaffa', rank: 'Gold' })
  expect(values).toMatchObject({ city: 'Haifa', rank: 'Gold' })
  expect(fetcher.setNames({ customer: 'C-1' })).toEqual(['city'])
  expect(fetcher.setNames({ city: 'Haifa' })).toEqual([])
})

test('of two answers the one about the later choice counts', async () => {
  const { values, type, answer } = openForm()
  type('customer', 'C-1')
  type('customer', 'C-2')
  await answer(2, { city: 'Lod' })
  await answer(0, { city: 'Jaffa' })
  expect(values.city).toBe('Lod')
})

test('a row takes what its link brings, wherever it has moved to', async () => {
  const { values, type, answer } = openForm({ lines: [] })
  type('lines', [{ idx: 0, item: 'A', price: 0 }])
  const [row] = linesOf(values)
  type('lines', [
    { idx: 1, item: null, price: 0 },
    { ...row, idx: 2 },
  ])
  await answer(0, { price: 18 })
  expect(linesOf(values)).toMatchObject([{ price: 0 }, { item: 'A', price: 18 }])
  expect(linesOf(values)[1]).not.toHaveProperty('_asked')
})

test('a typed price stays when the item changes, and a doubled row asks nothing', async () => {
  const { values, questions, type, answer } = openForm({ lines: [{ id: 'a', item: 'A', price: 18 }] })
  type('lines', [{ ...linesOf(values)[0], price: 0 }])
  expect(linesOf(values)[0]).toMatchObject({ price: 0, _set: ['price'] })
  type('lines', [{ ...linesOf(values)[0], item: 'B' }])
  await answer(0, { price: 25 })
  expect(linesOf(values)[0]).toMatchObject({ item: 'B', price: 0 })
  const { id: _id, ...copy } = linesOf(values)[0] ?? {}
  type('lines', [...linesOf(values), { ...copy, idx: 1 }])
  expect(questions).toHaveLength(1)
})
