import type { Meta } from '@tavla/contract'
import { expect, test } from 'vitest'
import { currentOrder, orderText } from './list-order.ts'

const meta = { doc_meta: { sort_field: 'modified', sort_order: 'DESC' } } as Meta

test("a list has the person's order, else the entity's own", () => {
  expect(currentOrder({ orderBy: '' }, meta)).toEqual({ fieldname: 'modified', direction: 'desc' })
  expect(currentOrder({ orderBy: 'subject, id desc' }, meta)).toEqual({ fieldname: 'subject', direction: 'asc' })
  expect(orderText(currentOrder({ orderBy: 'status DESC' }, meta))).toBe('status desc')
})
