import type { ImportForm } from '@tavla/contract'
import { expect, test } from 'vitest'
import { mappingOf, rulesOf, withTarget } from './targets.ts'

test('a field that another column has goes over to the column that is chosen for it', () => {
  expect(withTarget({ 0: 'title', 1: 'phone' }, 2, 'phone')).toEqual({ 0: 'title', 2: 'phone' })
  expect(withTarget({ 0: 'title', 1: 'phone' }, 1, '')).toEqual({ 0: 'title' })
})

test('the matched columns stand until the person chooses', () => {
  const columns = [
    { index: 0, name: 'Titel', fieldname: 'title', samples: [] },
    { index: 1, name: 'Rest', fieldname: null, samples: [] },
  ]
  const form = { columns } as unknown as ImportForm
  expect(mappingOf(form, {})).toEqual({ 0: 'title' })
  expect(mappingOf(form, { mapping: { 1: 'title' } })).toEqual({ 1: 'title' })
})

test('the next file keeps what its lines do, and shows its columns and its form by itself', () => {
  const form = { sheet: 1, header_row: 3, mapping: { 0: 'title' }, date_format: 'DD/MM/YYYY', decimal: ',' } as const
  expect(rulesOf({ ...form, mode: 'both', key: 'title' })).toEqual({ mode: 'both', key: 'title' })
})
