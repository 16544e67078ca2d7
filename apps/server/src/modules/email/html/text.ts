import { escapeHtml } from '../../../ground/html.ts'
import { textOfHtml } from '../../../outbox/eml.ts'

/** Matches a tag, but not an address in angle brackets. */
const tag = /<\/?[a-z][a-z0-9]*(\s[^>]*|\/)?>/i
const link = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g
const rtl = /[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/
const strong = /[\p{L}]/u

/** The content of a composer as HTML: unchanged, or made of plain text with paragraphs and links. */
export function htmlOf(content: string): string {
  // No tag follows the last `>`, and a search for its end from each `<` there would take quadratic time.
  return tag.test(content.slice(0, content.lastIndexOf('>') + 1)) ? content : paragraphsOf(content)
}

/** Plain text as HTML, with paragraphs and links. */
export function paragraphsOf(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${withLinks(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** The plain text of a mail, for the search and for readers of plain text. */
export function plainTextOf(html: string): string {
  return textOfHtml(withoutHidden(html))
}

/** Removes the parts for programs. Looks at each part once, even if many begin and never end. */
function withoutHidden(html: string): string {
  const begins = /<(style|script|head|title)\b/gi
  const endless = new Set<string>()
  let visible = ''
  let from = 0
  for (let found = begins.exec(html); found; found = begins.exec(html)) {
    const name = (found[1] as string).toLowerCase()
    if (endless.has(name)) continue
    const ends = new RegExp(`</${name}>`, 'gi')
    ends.lastIndex = found.index
    if (!ends.test(html)) {
      endless.add(name)
      continue
    }
    visible += html.slice(from, found.index)
    from = ends.lastIndex
    begins.lastIndex = from
  }
  return visible + html.slice(from)
}

/** The direction of a text: that of its first letter. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  for (const letter of text) {
    if (rtl.test(letter)) return 'rtl'
    if (strong.test(letter)) return 'ltr'
  }
  return 'ltr'
}

function withLinks(text: string): string {
  let html = ''
  let end = 0
  for (const match of text.matchAll(link)) {
    const address = escapeHtml(match[0])
    html += `${escapeHtml(text.slice(end, match.index))}<a href="${address}">${address}</a>`
    end = match.index + match[0].length
  }
  return html + escapeHtml(text.slice(end))
}
