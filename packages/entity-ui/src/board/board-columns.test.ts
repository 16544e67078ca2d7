import type { FieldMeta, Meta, SummaryAnswer } from '@tavla/contract'
import { expect, test } from 'vitest'
import { boardColumns, finishedColumns, inColumn } from './board-columns.ts'

const status = { fieldname: 'status', fieldtype: 'Select', options: 'Done\nOpen\nCancelled' } as FieldMeta
const contact = { fieldname: 'contact', fieldtype: 'Link', options: 'Contact' } as FieldMeta
const states = [
  { title: 'Open', color: 'Orange' },
  { title: 'Done', color: 'Green' },
  { title: 'Cancelled', color: 'Gray' },
]
const meta = { states } as Meta

const answer = (groups: [key: string | null, title: string | null, count: number, sum?: string][]): SummaryAnswer => ({
  data: { count: 0 },
  groups: groups.map(([key, title, count, sum]) => ({ key: [key], titles: [title], count, 'sum:total': sum })),
  complete: 1,
})

test('columns stand in the order of the states, also those without a record', () => {
  const columns = boardColumns(meta, status, answer([['Done', 'Done', 7, '12.50']]), 'total')
  expect(columns).toEqual([
    { key: 'Open', name: 'Open', count: 0, sum: undefined },
    { key: 'Done', name: 'Done', count: 7, sum: '12.50' },
    { key: 'Cancelled', name: 'Cancelled', count: 0, sum: undefined },
  ])
})

test('choices that are no states keep their own order, and before the numbers come there are none', () => {
  const columns = boardColumns({ states: [] } as unknown as Meta, status, null, undefined)
  expect(columns.map(({ key, count }) => [key, count])).toEqual([
    ['Done', undefined],
    ['Open', undefined],
    ['Cancelled', undefined],
  ])
})

test('records without a value, and with one that is no longer offered, have a column', () => {
  const columns = boardColumns(
    meta,
    status,
    answer([
      ['Lost', 'Lost', 2],
      [null, null, 3],
    ]),
    undefined,
  )
  expect(columns.map(({ key }) => key)).toEqual([null, 'Open', 'Done', 'Cancelled', 'Lost'])
  expect(inColumn(status, null)).toEqual(['status', 'is', 'not set'])
  expect(inColumn(status, 'Lost')).toEqual(['status', '=', 'Lost'])
})

test('the columns of a link are those that records link to, by title', () => {
  const columns = boardColumns(
    meta,
    contact,
    answer([
      ['c2', 'Noa', 9],
      ['c1', 'Adi', 1],
    ]),
    undefined,
  )
  expect(columns.map(({ key, name }) => [key, name])).toEqual([
    ['c1', 'Adi'],
    ['c2', 'Noa'],
  ])
})

test('finished work is folded at first, if work is left before it', () => {
  const columns = boardColumns(meta, status, null, undefined)
  expect([...finishedColumns(meta, columns)]).toEqual(['Done', 'Cancelled'])
  expect([...finishedColumns(meta, columns.slice(1))]).toEqual([])
})
