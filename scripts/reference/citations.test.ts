import path from 'node:path'
import { expect, test } from 'vitest'
import { makeTree } from '../testing/make-tree.ts'
import { brokenCitations } from './citations.ts'

const root = path.resolve(import.meta.dirname, '../..')

test('every comment cites an existing heading of the reference, and nothing outside the repository', () => {
  expect(brokenCitations(root)).toEqual([])
})

test('a citation without a target is found, under any name', () => {
  const tree = makeTree({
    'docs/reference/http-api.md': '# HTTP API\n\n## Filters\n',
    'packages/a/src/good.ts':
      '/** Reads filters (reference: http-api, Filters). */\n// By the wall clock (`Z`; reference: http-api, Filters).\n',
    'packages/a/src/wrong.ts':
      '/** One (reference: http-api, Filtres). */\n/**\n * Two (reference: http-api, Filters; metadata,\n * Values).\n */\n// Three (docs/gone.md)\n',
    'apps/a/src/old.ts': '// Four (contract 3.6), five (design: speed), six of spec 2.4\n/** Seven: starting.md */\n',
    'apps/a/src/fine.ts':
      "// the contract of the wire, a design system, the spec of a table\nconst spec = { issue: 1 }\ntest('list.spec.ts')\n",
  })
  expect(brokenCitations(tree)).toEqual([
    'apps/a/src/old.ts:1 contract 3.6 is not here',
    'apps/a/src/old.ts:1 (design: speed) is not here',
    'apps/a/src/old.ts:1 spec 2.4 is not here',
    'apps/a/src/old.ts:2 starting.md is not here',
    'packages/a/src/wrong.ts:1 http-api, Filtres is no heading of the reference',
    'packages/a/src/wrong.ts:3 metadata, Values is no heading of the reference',
    'packages/a/src/wrong.ts:6 docs/gone.md leads to no file',
  ])
})
