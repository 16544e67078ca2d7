import { expect, test } from 'vitest'
import { maxPastedCells, readBlock, writeBlock } from './cell-block.ts'

test('cells are read as a spreadsheet writes them', () => {
  expect(readBlock('a\tb\nc\td')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(readBlock('a\r\nb\r\n')).toEqual([['a'], ['b']])
  expect(readBlock('a\t\n\tb')).toEqual([
    ['a', ''],
    ['', 'b'],
  ])
  expect(readBlock('one')).toEqual([['one']])
  expect(readBlock('')).toEqual([])
})

test('quotes hold tabs, line ends and quotes together', () => {
  expect(readBlock('"a\tb"\t"c\nd"\t"say ""yes"""')).toEqual([['a\tb', 'c\nd', 'say "yes"']])
})

test('a quote that never ends is an ordinary sign', () => {
  expect(readBlock('"a\tb\nc')).toEqual([['"a', 'b'], ['c']])
  expect(readBlock('27" screen\t"x"')).toEqual([['27" screen', 'x']])
})

test('more cells than can be pasted are refused as a whole', () => {
  expect(readBlock('x\t'.repeat(maxPastedCells - 1))).toHaveLength(1)
  expect(readBlock('x\n'.repeat(maxPastedCells + 1))).toBeNull()
  expect(readBlock('a\tb\nc', 2)).toBeNull()
})

test('a copied block is read back as it was', () => {
  const rows = [
    ['plain', 'with\ttab', ''],
    ['two\nlines', '"quoted"', 'שלום'],
  ]
  expect(readBlock(writeBlock(rows))).toEqual(rows)
})
