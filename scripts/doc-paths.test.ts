import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenPaths } from './doc-paths.ts'
import { makeTree } from './testing/make-tree.ts'

test('every path in a page leads to a file or a folder', () => {
  expect(brokenPaths(path.resolve(import.meta.dirname, '..'))).toEqual([])
})

test('a path without a target is found, except one that a how-to page creates', () => {
  const tree = makeTree({
    'apps/server/src/http/a.test.ts': '',
    'packages/fields/src/int/int.server.ts': '',
    'README.md':
      '`apps/server` `apps/gone` `npm run a/b` `http/a.test.ts` `http/b.test.ts` `store/b.test.ts`\n```\n`apps/gone`\n```\n`a/b`',
    'docs/a.md': '\n`packages/fields/src/<type>/<type>.server.ts` `packages/*/src/**` `packages/<name>/lib`',
    'docs/how-to/add-a-thing.md': '# Add\n\nOne file:\n\n`apps/new.ts`:\n\n```ts\n1\n```\n\n`apps/other.ts`',
  })
  expect(brokenPaths(tree)).toEqual([
    'README.md:1 apps/gone leads nowhere',
    'README.md:1 http/b.test.ts leads nowhere',
    'README.md:1 store/b.test.ts leads nowhere',
    'docs/a.md:2 packages/<name>/lib leads nowhere',
    'docs/how-to/add-a-thing.md:11 apps/other.ts leads nowhere',
  ])
})
