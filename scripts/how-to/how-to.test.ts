import path from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../testing/make-tree.ts'
import { unfitPages } from './fits.ts'
import { readHowTos } from './pages.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('there is a page for each thing that is added often', () => {
  expect(readHowTos(root).map(({ page }) => path.basename(page, '.md'))).toEqual([
    'add-a-console-tab',
    'add-a-field-type',
    'add-a-hosting-driver',
    'add-a-limit',
    'add-a-module',
    'add-a-route',
    'add-a-rule',
    'add-a-screen',
    'add-a-text',
    'add-an-action',
    'add-an-entity',
    'add-an-outgoing-message',
  ])
})

test('each page can be followed to the letter, in as many files as it states', () => {
  expect(unfitPages(root)).toEqual([])
})

test('a page with a wrong number of files, or with lines that no longer exist, is found', () => {
  const tree = makeTree({
    'docs/how-to/add-a-thing.md':
      '# Add a thing\n\nTwo files: one.\n\nIt is `a/b.ts`:\n\n```ts\nimport { d, e } from "./d.ts"\nimport f from "./f.ts"\n```\n\nAnd `a/c.ts`, `a/d.ts`:\n\n```diff\n gone\n+new\n```\n\n```diff\n twice\n+new\n```\n',
    'a/b.ts': 'old',
    'a/d.ts': 'twice\ntwice\n',
  })
  expect(unfitPages(tree)).toEqual([
    'docs/how-to/add-a-thing.md:1 no command runs a test',
    'docs/how-to/add-a-thing.md:7 a/b.ts is there already',
    'docs/how-to/add-a-thing.md:14 a/d.ts has no such lines: gone',
    'docs/how-to/add-a-thing.md:19 a/d.ts has these lines 2 times: twice',
    'docs/how-to/add-a-thing.md:7 a/d.ts does not export d',
    'docs/how-to/add-a-thing.md:7 a/d.ts does not export e',
    'docs/how-to/add-a-thing.md:7 a/f.ts is not there',
  ])
})
