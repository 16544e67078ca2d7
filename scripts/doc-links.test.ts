import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { brokenLinks } from './doc-links.ts'
import { makeTree } from './testing/make-tree.ts'

const root = path.resolve(import.meta.dirname, '..')

test('links of the docs lead to existing files and headings, and the index leads to every page', () => {
  expect(brokenLinks(root)).toEqual([])
})

test('links to a missing file, a missing heading or out of the repository are found, and so are unreachable pages', () => {
  const tree = makeTree({
    'README.md': '# Top\n[a](docs/a.md#two-words-again) [b](docs/b.md) ![p](docs/p.png) [t](#top) [u](#nowhere)',
    'docs/README.md': '[a](a.md)\n[out](../../x.md)\n[web](https://example.com/a.md) `[code](no.md)`',
    'docs/a.md': '# Two words, again!\n```\n[code](no.md)\n# Not one\n```\n[n](#not-one) <img src="gone.png">',
    'docs/lost.md': '# Lost',
  })
  expect(brokenLinks(tree)).toEqual([
    'README.md:2 #nowhere leads to no heading',
    'README.md:2 docs/b.md leads to no file',
    'README.md:2 docs/p.png leads to no file',
    'docs/README.md:2 ../../x.md leaves the repository',
    'docs/a.md:6 #not-one leads to no heading',
    'docs/a.md:6 gone.png leads to no file',
    'docs/lost.md:1 no link leads here from docs/README.md',
  ])
})

test('every decision has a unique number, that of its file', () => {
  const numbers = globSync('docs/decisions/*.md', { cwd: root }).map((file) => {
    const number = Number.parseInt(path.basename(file), 10)
    expect(readFileSync(path.join(root, file), 'utf8')).toMatch(new RegExp(`^# ${number}\\. `))
    return number
  })
  expect(new Set(numbers).size).toBe(numbers.length)
})
