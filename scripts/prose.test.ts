import path from 'node:path'
import { expect, test } from 'vitest'
import { unclearSentences } from './prose.ts'
import { makeTree } from './testing/make-tree.ts'

const unclearIn = (file: string, content: string) => unclearSentences(makeTree({ [file]: content }), ['src/**/*'])

test.each([
  ['src/a.ts', '/** What is kept. */\nexport const a = 1', 'src/a.ts:1 What is kept.'],
  ['src/a.ts', '// The first.\n// Whoever asks\n// waits.\n', 'src/a.ts:1 Whoever asks waits.'],
  ['src/a.ts', '/** Asks.\n * @returns who holds it */\n', 'src/a.ts:1 who holds it'],
  ['src/a.ts', '/**\n * A list:\n * - those of today\n */\n', 'src/a.ts:1 those of today'],
  ['src/a.ts', 'const a = 1 // one that stays', 'src/a.ts:1 one that stays'],
  ['src/a.css', 'a { top: 0; /* Nobody sees it. */ }', 'src/a.css:1 Nobody sees it.'],
  ['src/a.test.ts', "\ntest('what was sent stays', () => {})", 'src/a.test.ts:2 what was sent stays'],
  ['src/a.test.ts', "test.each([1])('one that is %i', () => {})", 'src/a.test.ts:1 one that is %i'],
  ['src/a.test.ts', `describe('x', () => it.skipIf(a)(\`those of \${b}\`, c))`, 'src/a.test.ts:1 those of'],
])('refuses in %s: %s', (file, content, line) => {
  expect(unclearIn(file, content)).toEqual([expect.stringContaining(line)])
})

test.each([
  ['src/a.ts', '/** Returns what is cached. The worker waits, whoever asks. */\n'],
  ['src/a.ts', '/** Whole rows only. One for each. */\n'],
  ['src/a.ts', "// What is it for?\nconst text = 'What is new'"],
  ['src/a.test.ts', "test('a guest reads what is public', () => {})"],
  ['src/a.ts', "check('what is public')"],
])('allows in %s: %s', (file, content) => {
  expect(unclearIn(file, content)).toEqual([])
})

test('reports a room without files', () => {
  expect(unclearSentences(makeTree({}), ['src/*.ts'])).toEqual([expect.stringContaining('no file matches src/*.ts')])
})

test('every listed room is clear', () => {
  expect(unclearSentences(path.resolve(import.meta.dirname, '..'))).toEqual([])
})
