import type { ImportRow } from '@tavla/contract'
import { expect, test } from 'vitest'
import { refusedCsv } from './refused-csv.ts'

const row = (values: ImportRow['values'], messages: ImportRow['messages']): ImportRow => ({
  ...{ row: 2, outcome: 'refused', before: {}, values, messages },
})

test('refused lines are saved with their reasons, and no text is a formula', () => {
  const columns = [
    { name: 'title', head: 'Title' },
    { name: 'price', head: 'Price, net' },
  ]
  const rows = [
    row({ title: '=1+1', price: -5 }, { title: 'No' }),
    row({ title: 'A "b"\nc', price: '-5.50' }, { title: 'Wrong', price: 'Not a number' }),
    row({ title: null }, {}),
  ]
  expect(refusedCsv(columns, 'Reason', rows)).toBe(
    '\ufeffTitle,"Price, net",Reason\r\n' +
      "'=1+1,-5,No\r\n" +
      '"A ""b""\nc",-5.50,Wrong · Not a number\r\n' +
      ',,\r\n',
  )
})
