import { expect, test } from 'vitest'
import { readListAddress, writeListAddress } from './list-address.ts'

const noFields = { board_field: '', calendar_start: '', calendar_end: '' }

const asItComes = {
  searchText: '',
  filters: {},
  group: null,
  orderBy: '',
  listFields: [],
  layout: 'List' as const,
  columns: [],
  groupBy: '',
  layoutFields: noFields,
}

test('a link can carry a search and filters', () => {
  const list = { ...asItComes, searchText: ' שטרודל & co ', filters: { status: 'Open', is_billable: 0 } }
  expect(readListAddress(writeListAddress(list, 'List'))).toEqual({
    search: 'שטרודל & co',
    filters: { status: 'Open', is_billable: 0 },
  })
})

test('a copied address shows the same order, fields and layout', () => {
  const list = { ...asItComes, orderBy: 'due_date asc', listFields: ['status', 'due_date'], layout: 'Tiles' as const }
  expect(readListAddress(writeListAddress(list, 'List'))).toEqual({
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
  const address = writeListAddress(list, 'List')
  expect(new URLSearchParams(address).get('filters')).toBe(JSON.stringify({ and: [['is_billable', '=', 1], group] }))
  expect(readListAddress(address)).toEqual({
    filters: { is_billable: 1 },
    group,
    display: { orderBy: '', listFields: [], ...table, groupBy: 'due_date:month', layoutFields: noFields },
  })
})

test('a link can carry the fields of a board and of a calendar', () => {
  const layoutFields = { board_field: 'priority', calendar_start: 'starts_at', calendar_end: '' }
  const address = writeListAddress({ ...asItComes, layout: 'Board', layoutFields }, 'List')
  expect(address).toBe('?layout=Board&board_field=priority&calendar_start=starts_at')
  expect(readListAddress(address)).toMatchObject({ display: { layout: 'Board', layoutFields } })
})

test('a list with default settings has a bare address', () => {
  expect(writeListAddress({ ...asItComes, searchText: '  ' }, 'List')).toBe('')
  expect(writeListAddress({ ...asItComes, layout: 'Tiles' }, 'Tiles')).toBe('')
  expect(readListAddress('')).toEqual({})
})

test('invalid parts of an address are ignored', () => {
  expect(readListAddress('?filters=%7Bbroken&other=1')).toEqual({})
  expect(readListAddress('?filters=%5B1%5D')).toEqual({})
})
