import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listSizes } from './list/list-sizes.ts'
import { uploadDefaults } from './upload/upload-defaults.ts'

test('the measures of the list and of uploads have the agreed values', () => {
  expect(listSizes).toEqual({ rowHeight: 85, resizeDebounce: 500 })
  expect(uploadDefaults).toEqual({
    chunk: 5_000_000,
    retryDelays: [500, 1000, 3000],
    parallel: 2,
    maxFiles: 1_000_000,
    resizeDebounce: 250,
    announceAdded: 750,
    announceCleared: 1500,
  })
})

test("a row has the same height in the styles and in the list's measures", () => {
  const tokens = readFileSync(new URL('../../ui/src/styles/tokens.css', import.meta.url), 'utf8')
  expect(/--row: (.+);/.exec(tokens)?.[1]).toBe(`${listSizes.rowHeight}px`)
})
