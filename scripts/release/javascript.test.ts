import { expect, test } from 'vitest'
import { toJavaScript } from './javascript.ts'

const resolve = (specifier: string) => (specifier === '@tavla/contract' ? '../contract/index.js' : undefined)

test('types are removed, and names of source files become names of JavaScript files', () => {
  const { text, imports } = toJavaScript(
    [
      "import type { A } from './a.ts'",
      "import { b } from './b.ts'",
      "import { c } from '@tavla/contract'",
      "export * from './d.ts'",
      `export const e: string = await import(\`./\${b}/e.ts\`)`,
      "new Worker(new URL('./worker.ts', import.meta.url))",
      'const isSource = (name: string) => /\\.server\\.ts$/.test(name) || name.endsWith(".ts")',
      "const said = 'see b.ts for it'",
    ].join('\n'),
    resolve,
  )
  expect(text.split('\n').map((line) => line.trimEnd().replace(/ +/g, ' '))).toEqual([
    '',
    "import { b } from './b.js'",
    "import { c } from '../contract/index.js'",
    "export * from './d.js'",
    `export const e = await import(\`./\${b}/e.js\`)`,
    "new Worker(new URL('./worker.js', import.meta.url))",
    'const isSource = (name ) => /\\.server\\.js$/.test(name) || name.endsWith(".js")',
    "const said = 'see b.ts for it'",
  ])
  expect(imports).toEqual(['./b.ts', '@tavla/contract', './d.ts'])
})

test('a source with a syntax error is refused', () => {
  expect(() => toJavaScript('const = 1', resolve)).toThrow()
})
