import type { FieldMeta, Meta } from '@tavla/contract'
import { loadFieldTypes } from '@tavla/fields/server'
import { expect, test } from 'vitest'
import { type FormInput, type FormMeta, FormWork, formulaKinds, valueKinds } from './index.ts'

const field = (fieldname: string, fieldtype: string, more: Partial<FieldMeta> = {}) =>
  ({
    fieldname,
    fieldtype,
    label: fieldname.toUpperCase(),
    permlevel: 0,
    hidden: 0,
    reqd: 0,
    read_only: 0,
    ...more,
  }) as FieldMeta

const formula = (fieldname: string, fieldtype: string, text: string) =>
  field(fieldname, fieldtype, { formula: text, read_only: 1 })

const meta = (fields: FieldMeta[], rows: FieldMeta[] = []): FormMeta =>
  ({ doc_meta: { fields }, links: [{ id: 'Line', title_field: null, fields: rows }] }) as unknown as Meta

const money = { currency: 'ILS', digitsOf: (code: string) => (code === 'JPY' ? 0 : 2) }
const context = { user: 'dana@example.com', roles: ['Sales'], today: '2026-05-06', now: '2026-05-06 10:00:00' }
const input = (values: FormInput['values'], base: FormInput['base'] = null): FormInput => ({ values, base, context })

const order = meta(
  [
    field('status', 'Select'),
    field('paid_on', 'Date', { depends_on: 'status == "Paid"', mandatory_depends_on: 'status == "Paid"' }),
    field('note', 'Data', { read_only_depends_on: 'status == "Paid"' }),
    field('lines', 'Table', { options: 'Line' }),
    formula('total', 'Currency', 'sum(lines.map(l, l.amount))'),
    formula('with_tax', 'Currency', 'total * 1.17'),
  ],
  [
    field('item', 'Link', { options: 'Item' }),
    field('quantity', 'Float'),
    field('price', 'Currency', { fetch_from: 'item.price', read_only: 1 }),
    formula('amount', 'Currency', 'quantity * price'),
    field('reason', 'Data', { depends_on: 'quantity < 0 && parent.status != "Paid"' }),
  ],
)

test('types have the kinds that the server knows', async () => {
  const types = [...(await loadFieldTypes()).values()]
  const known = { text: 'text', longtext: 'text', file: 'text', time: 'text', date: 'date', datetime: 'date' } as const
  const more = { integer: 'number', decimal: 'number', flag: 'bool' } as const
  const kinds: Record<string, string> = { ...known, ...more }
  expect(valueKinds).toEqual(
    Object.fromEntries(types.flatMap(({ type, kind }) => (kinds[kind] ? [[type, kinds[kind]]] : []))),
  )
  expect(formulaKinds).toEqual(
    Object.fromEntries(types.flatMap((one) => (one.formula ? [[one.type, one.formula]] : []))),
  )
})

test('a new record has its amounts and its total at once, rounded as they are stored', () => {
  const lines = [
    { quantity: 3, price: 1.335 },
    { quantity: 2, price: 10 },
  ]
  const { values } = new FormWork(order, money).work(input({ lines }))
  expect(values.lines).toMatchObject([{ amount: 4.01 }, { amount: 20 }])
  expect(values).toMatchObject({ total: 24.01, with_tax: 28.09 })
})

test('a row that nothing changes stays the same object, and only the changed row is another', () => {
  const work = new FormWork(order, money)
  const lines = [
    { quantity: 3, price: 2 },
    { quantity: 2, price: 10 },
  ]
  const first = work.work(input({ lines }))
  expect(work.work(input({ lines, status: 'New' })).values.lines).toBe(first.values.lines)
  const [one, two] = first.values.lines as object[]
  const changed = work.work(input({ lines: [one, { ...two, quantity: 4 }] })).values
  expect((changed.lines as object[])[0]).toBe(one)
  expect(changed).toMatchObject({ lines: [{ amount: 6 }, { amount: 40 }], total: 46 })
})

test('a stored result stands until a value changes that its formula reads', () => {
  const work = new FormWork(order, money)
  const base = { status: 'New', lines: [{ id: 'a', quantity: 1, price: 2, amount: 3 }], total: 99, with_tax: 100 }
  expect(work.work(input(base, base)).values).toEqual(base)
  expect(work.work(input({ ...base, status: 'Paid' }, base)).values).toMatchObject({ total: 99, with_tax: 100 })
  const lines = [{ ...base.lines[0], quantity: 2 }]
  expect(work.work(input({ ...base, lines }, base)).values).toMatchObject({ total: 4, with_tax: 4.68 })
})

test('a field is drawn, required and locked as its conditions say', () => {
  const work = new FormWork(order, money)
  const base = { status: 'New', lines: [] }
  expect(work.work(input(base, base)).fields.get('paid_on')).toMatchObject({ hidden: 1, reqd: 0 })
  const paid = work.work(input({ ...base, status: 'Paid' }, base)).fields
  expect(paid.get('paid_on')).toMatchObject({ hidden: 0, reqd: 1 })
  // The lock asks the record as it is stored.
  expect(paid.has('note')).toBe(false)
  const stored = { ...base, status: 'Paid' }
  expect(work.work(input({ ...stored, status: 'New' }, stored)).fields.get('note')).toMatchObject({
    read_only: 1,
    why: { text: 'Locked while {0}.', words: [{ label: 'STATUS' }, ' == "Paid"'] },
  })
  expect(work.work(input(stored)).fields.has('note')).toBe(false)
})

test('a column is drawn for each row by itself, also by the values of its record', () => {
  const work = new FormWork(order, money)
  const [minus, plus] = [
    { quantity: -1, price: 1, amount: -1 },
    { quantity: 1, price: 1, amount: 1 },
  ]
  const rows = work.work(input({ lines: [minus, plus] })).rows.get('lines')
  expect(rows?.of(minus).has('reason')).toBe(false)
  expect(rows?.of(plus).get('reason')).toMatchObject({ hidden: 1 })
  expect(work.work(input({ lines: [minus, { ...plus, quantity: 2 }] })).rows.get('lines')).toBe(rows)
  const paid = work.work(input({ lines: [minus], status: 'Paid' })).rows.get('lines')
  expect(paid).not.toBe(rows)
  expect(paid?.of(minus).get('reason')).toMatchObject({ hidden: 1 })
})

test('closed fields say where their value comes from', () => {
  const { fields, rows } = new FormWork(order, money).work(input({ lines: [{}] }))
  expect(fields.get('with_tax')?.why).toEqual({ text: 'Worked out from {0}.', words: [{ label: 'TOTAL' }, ' * 1.17'] })
  expect(fields.get('total')?.why?.words).toContainEqual({ label: 'AMOUNT' })
  expect(rows.get('lines')?.of({}).get('price')?.why).toEqual({ text: 'Taken from {0}.', words: [{ label: 'ITEM' }] })
})

test('a field says that the server has not worked it out anew yet, a Table field for its rows', () => {
  const work = new FormWork(order, money)
  const base = { status: 'New', lines: [{ quantity: 1, price: 2, amount: 2 }] }
  const marked = (recalculating?: string[]) => {
    const { fields } = work.work({ ...input(base, base), recalculating })
    return [...fields].flatMap(([name, field]) => (field.isRecalculating ? [name] : []))
  }
  expect(marked()).toEqual([])
  expect(marked(['total', 'lines.amount'])).toEqual(['total', 'lines'])
  expect(marked()).toEqual([])
})

test('an expression of another version of the program, or a failing one, changes nothing', () => {
  const odd = meta([
    field('a', 'Data', { depends_on: 'nothing_of_this_name == 1' }),
    field('b', 'Data', { mandatory_depends_on: 'matches(a, "x")' }),
    formula('c', 'Float', '1.0 / 0.0'),
  ])
  const { values, fields } = new FormWork(odd, money).work(input({ a: 'x' }))
  expect(values).toMatchObject({ c: 0 })
  expect([fields.has('a'), fields.has('b')]).toEqual([false, false])
})

test('without an expression that is known here, the server says what is locked', () => {
  const secret = meta([field('a', 'Data')])
  const base = { a: 'x' }
  const drawn = new FormWork(secret, money).work({ ...input(base, base), locked: ['a'] }).fields
  expect(drawn.get('a')?.read_only).toBe(1)
})
