import { searchFold } from '@tavla/fields/server'
import { expect, test } from 'vitest'
import { snippetOf } from './snippet.ts'

const marked = (text: string, typed: string) => {
  const { snippet, match } = snippetOf(text, searchFold(typed)) ?? { snippet: '', match: [] }
  return { snippet, found: match.map(([from, to]) => snippet.slice(from, to)) }
}

test.each([
  ['Noa Bar', 'bar', ['Bar']],
  ['שָׁלוֹם עולם', 'שלום', ['שָׁלוֹם']],
  ['מועדון צה״ל הישן', 'צהל', ['צה״ל']],
  ['תל־אביב, תל אביב', 'תל אביב', ['תל־אביב', 'תל אביב']],
  ['ends -- here', 'ends h', []],
  ['Café und Cafe', 'cafe', ['Café', 'Cafe']],
  ['Ｆｕｌｌ ﬁne', 'fine', ['ﬁne']],
  ['👍 fine', 'fine', ['fine']],
  ['a', 'b', []],
])('in %s, %s is found as %j', (text, typed, found) => {
  expect(marked(text, typed).found).toEqual(found)
})

test('a long text is cut around the first match, at a word', () => {
  const text = `${'many words before it '.repeat(200)}needle\nand ${'more words '.repeat(50)}`
  const { snippet, found } = marked(text, 'NEEDLE')
  expect(found).toEqual(['needle'])
  expect(snippet).toMatch(/^… \w.* needle and more .*…$/)
  expect(snippet.length).toBeLessThan(200)
})
