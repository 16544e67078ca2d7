import type { FieldMeta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { footOf } from './foot.ts'

const column = (footer: FieldMeta['footer'], options: string | null = null) =>
  ({ fieldname: 'amount', fieldtype: 'Currency', footer, options }) as FieldMeta

const rows = [
  { idx: 1, amount: 10.5, currency: 'ILS' },
  { idx: 2, amount: 4.5, currency: 'ILS' },
]

test('a column shows the figure that its definition asks for', () => {
  expect(footOf(column('Sum'), rows)).toEqual({ kind: 'value', value: 15 })
  expect(footOf(column('Average'), rows)).toEqual({ kind: 'value', value: 7.5 })
  expect(footOf(column('Count'), rows)).toEqual({ kind: 'count', value: 2 })
  expect(footOf(column(null), rows)).toBeUndefined()
})

test('amounts of several currencies have no sum', () => {
  expect(footOf(column('Sum', 'currency'), rows)?.value).toBe(15)
  expect(footOf(column('Sum', 'currency'), [...rows, { idx: 3, amount: 1, currency: 'USD' }])).toBeUndefined()
})
