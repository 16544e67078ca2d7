import { expect, test } from 'vitest'
import { faultNames } from './proof-faults.ts'

test('a failed proof names the files and tables that differ', () => {
  expect(faultNames(undefined)).toEqual([])
  expect(
    faultNames([
      { file: 'files/a.png', object: 'f00' },
      { table: 'Contact', expected: '1', found: '2' },
      { integrity: 'row 3 missing from index' },
      { manifest: 'x' },
      { other: 1 },
    ]),
  ).toEqual(['files/a.png', 'Contact', 'row 3 missing from index', 'x', '{"other":1}'])
})
