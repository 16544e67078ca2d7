import { readFileSync } from 'node:fs'
import path, { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.ts'
import { leftOutWhenQuick } from './quick-tests.ts'
import { filesFor, testFiles } from './test-files.ts'

const all = {
  vitest: ['apps/server/src/list.test.ts', 'packages/ui/src/Menu.test.tsx'],
  playwright: ['e2e/list.spec.ts'],
}
const texts: Record<string, string> = { 'packages/ui/src/Menu.test.tsx': `test('A guest is refused', …)` }
const read = (file: string) => texts[file] ?? ''

test('a word runs the files with it in their path, of both runners', () => {
  expect(filesFor(['LIST'], all, read)).toEqual({
    vitest: ['apps/server/src/list.test.ts'],
    playwright: ['e2e/list.spec.ts'],
  })
  expect(filesFor(['e2e/list', 'menu'], all, read)).toEqual({
    vitest: ['packages/ui/src/Menu.test.tsx'],
    playwright: ['e2e/list.spec.ts'],
  })
})

test('a word in no path runs the files with it in a title', () => {
  expect(filesFor(['guest is'], all, read)).toEqual({ vitest: ['packages/ui/src/Menu.test.tsx'], playwright: [] })
  expect(filesFor(['unheard-of'], all, read)).toEqual({ vitest: [], playwright: [] })
})

test("each pattern of the quick run's exclusions still matches a file", () => {
  const { vitest } = testFiles()
  expect(leftOutWhenQuick.filter((glob) => !vitest.some((file) => matchesGlob(file, glob)))).toEqual([])
})

test('no test file replaces a module', () => {
  // A worker keeps its modules from one file to the next, so a module that another file has loaded is not replaced.
  const replacing = testFiles().vitest.filter((file) =>
    /\bvi\s*\.(mock|doMock)\(/.test(readFileSync(path.join(root, file), 'utf8')),
  )
  expect(replacing).toEqual([])
})
