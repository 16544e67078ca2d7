import { expect, test } from 'vitest'
import { clean } from './clean.ts'
import { htmlOf, plainTextOf } from './text.ts'

const many = 100_000

// A cleaner of quadratic time would not finish within the time-out of these tests.
test.each([
  ['a margin of digits', `<p style="margin:${'1'.repeat(many)}x">Hello</p>`, '<p>Hello</p>'],
  ['a margin of many lengths', `<p style="margin:${'1 '.repeat(1_900)}x">Hello</p>`, '<p>Hello</p>'],
  ['an address full of comments', `<a href="${'<!---->'.repeat(many)}">Hello</a>`, '<a>Hello</a>'],
  ['a title that is a book', `<p title="${'x'.repeat(many)}">Hello</p>`, '<p>Hello</p>'],
])('%s is left out', (_, html, cleaned) => expect(clean(html)).toEqual({ html: cleaned, isCut: false }))

test('margins and embedded pictures stay', () => {
  const html = '<p style="margin:1px 2em -3.5% 0">Hello</p>'
  expect(clean(html).html).toBe(html)
  const picture = `<img src="data:image/png;base64,${'iVBO'.repeat(many)}" />`
  expect(clean(picture).html).toBe(picture)
})

test('tags that are nested too deep leave their text', () => {
  const { html, isCut } = clean(`<p>One</p>${'<div>'.repeat(many)}two &lt;b&gt; <i>three</i>`)
  expect([html, isCut]).toEqual(['<p>One</p>\n<p>two &lt;b&gt; three</p>', true])
})

test('the beginning of a very long mail stays, with complete tags', () => {
  for (const part of ['<b>bold</b> ', '&', '\n', '<td>', 'word ', '<a href="https://example.com/?a&b">&&</a>']) {
    const { html, isCut } = clean(part.repeat(1_100_000))
    expect([part, isCut, html.length <= 1_000_000, html.lastIndexOf('<') > html.lastIndexOf('>')]).toEqual([
      part,
      true,
      true,
      false,
    ])
  }
})

test('unclosed tags are text', () => {
  for (const part of ['<a', '<a ', '<style', '</p', '<b <i ']) {
    const text = part.repeat(many)
    expect([part, plainTextOf(htmlOf(text)).slice(0, 4)]).toEqual([part, text.slice(0, 4)])
  }
  expect(plainTextOf(`<style>p{}</style><b>Hello</b>${'<style '.repeat(many)}`).slice(0, 12)).toBe('Hello<style ')
  expect(plainTextOf(`Hello${'<b> </b>'.repeat(many)}you`)).toContain('you')
})

test('a text with an address or a link in angle brackets stays plain text', () => {
  const text = 'Noa <noa@example.com> wrote:\nsee <https://example.com/x>'
  expect(htmlOf(text)).toMatch(/^<p>Noa &lt;noa@example.com&gt; wrote:<br>/)
  for (const html of ['<p>Hi</p>', 'Hi<br>you', 'Hi<br/>', '<a href="x">Hi']) expect(htmlOf(html)).toBe(html)
})
