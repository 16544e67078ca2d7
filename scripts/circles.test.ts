import { expect, test } from 'vitest'
import { importCircles } from './circles.ts'
import { makeTree } from './testing/make-tree.ts'

const circlesIn = (files: Record<string, string>) =>
  importCircles(
    makeTree(Object.fromEntries(Object.entries(files).map(([name, text]) => [`packages/client/src/${name}`, text]))),
  )

test('two files that load each other are a circle', () => {
  const circles = circlesIn({ 'a.ts': "import { b } from './b.ts'", 'b.ts': "export * from './a.ts'" })
  expect(circles).toEqual([
    'packages/client/src/a.ts → packages/client/src/b.ts → packages/client/src/a.ts: a circle of imports at run time',
  ])
})

test('three files whose types refer to each other are a circle', () => {
  const circles = circlesIn({
    'a.ts': "import type { B } from './b.ts'",
    'b.ts': "import { type C } from './c.ts'",
    'c.ts': "import { a } from './a.ts'",
    'd.ts': "import { a } from './a.ts'",
  })
  expect(circles).toHaveLength(1)
  expect(circles[0]).toContain('a circle of 3 files, types counted')
})

test('two types may refer to each other, and a screen that is loaded later may import its loader', () => {
  expect(circlesIn({ 'a.ts': "import type { B } from './b.ts'", 'b.ts': "import { a } from './a.ts'" })).toEqual([])
  expect(circlesIn({ 'a.ts': "const b = () => import('./b.ts')", 'b.ts': "import { a } from './a.ts'" })).toEqual([])
})
