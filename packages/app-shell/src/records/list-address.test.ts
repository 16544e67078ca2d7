import { expect, test } from 'vitest'
import { readListAddress } from './list-address.ts'
import { blankList, writeListAddress } from './write-list-address.ts'

const asItComes = blankList('List')
const noFields = asItComes.layoutFields

test('a link can carry a search and filters', () => {
  const list = { ...asItComes, searchText: ' שטרודל & co ', filters: { status: 'Open', is_billable: 0 } }
  expect(readListAddress(writeListAddress(list, asItComes))).toEqual({
    search: 'שטרודל & co',
    filters: { status: 'Open', is_billable: 0 },
  })
})

test('a copied address shows the same order, fields and layout', () => {
  const list = { ...asItComes, orderBy: 'due_date asc', listFields: ['status', 'due_date'], layout: 'Tiles' as const }
  expect(readListAddress(writeListAddress(list, asItComes))).toEqual({
    display: {
      orderBy: 'due_date asc',
      listFields: ['status', 'due_date'],
      layout: 'Tiles',
      columns: [],
      groupBy: '',
      layoutFields: noFields,
    },
  })
  expect(readListAddress('?layout=List')).toEqual({
    display: { orderBy: '', listFields: [], layout: 'List', columns: [], groupBy: '', layoutFields: noFields },
  })
})

test('a link can carry groups of conditions, columns and a grouping', () => {
  const group = { or: [['status', '=', 'Open'] as const, { not: ['due_date', 'in period', 'past'] as const }] }
  const table = { layout: 'Table' as const, columns: [{ fieldname: 'subject', width: 220, pinned: 1 as const }] }
  const list = { ...asItComes, ...table, filters: { is_billable: 1 }, group, groupBy: 'due_date:month' }
  const address = writeListAddress(list, asItComes)
  expect(new URLSearchParams(address).get('filters')).toBe(JSON.stringify({ and: [['is_billable', '=', 1], group] }))
  expect(readListAddress(address)).toEqual({
    filters: { is_billable: 1 },
    group,
    display: { orderBy: '', listFields: [], ...table, groupBy: 'due_date:month', layoutFields: noFields },
  })
})

test('a link can carry the fields of a board and of a calendar', () => {
  const layoutFields = { board_field: 'priority', calendar_start: 'starts_at', calendar_end: '' }
  const address = writeListAddress({ ...asItComes, layout: 'Board', layoutFields }, asItComes)
  expect(address).toBe('?layout=Board&board_field=priority&calendar_start=starts_at')
  expect(readListAddress(address)).toMatchObject({ display: { layout: 'Board', layoutFields } })
})

test('a list with default settings has a bare address', () => {
  expect(writeListAddress({ ...asItComes, searchText: '  ' }, asItComes)).toBe('')
  expect(writeListAddress({ ...asItComes, layout: 'Tiles' }, blankList('Tiles'))).toBe('')
  expect(readListAddress('')).toEqual({})
})

test('invalid parts of an address are ignored', () => {
  expect(readListAddress('?filters=%7Bbroken&other=1')).toEqual({})
  expect(readListAddress('?filters=%5B1%5D')).toEqual({})
})

test('the address of a view has only what differs from it', () => {
  const view = { ...asItComes, filters: { status: 'Open' }, orderBy: 'due_date asc', groupBy: 'status' }
  expect(writeListAddress({ ...view, view: 'v1' }, view)).toBe('?view=v1')
  const changes = { filters: {}, searchText: 'call', groupBy: '', sums: { price: 'sum' } } as const
  const changed = writeListAddress({ ...view, view: 'v1', ...changes }, view)
  const over = { view: 'v1', search: 'call', filters: '', sums: '{"price":"sum"}', group_by: '' }
  expect(readListAddress(changed)).toMatchObject({ view: 'v1', over })
})

test('an address can ask for no view', () => {
  expect(readListAddress('?view=')).toEqual({ view: '' })
  expect(readListAddress('?view=&search=call')).toEqual({ view: '', search: 'call' })
})
