import { textOfHtml } from '../../../outbox/eml.ts'

/** No address in angle brackets, as mail programs write them. */
const tag = /<\/?[a-z][a-z0-9]*(\s[^>]*|\/)?>/i
const link = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g
const rtl = /[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/
const strong = /[\p{L}]/u

/** What a composer sends as HTML: as it is, or plain text with its paragraphs and links. */
export function htmlOf(content: string): string {
  // Behind the last `>` there is no tag, and looking for its end at each `<` would take for ever.
  return tag.test(content.slice(0, content.lastIndexOf('>') + 1)) ? content : paragraphsOf(content)
}

/** Plain text with its paragraphs and links. */
export function paragraphsOf(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${withLinks(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** The text of a mail as a search finds it, and as a reader of plain text gets it. */
export function plainTextOf(html: string): string {
  return textOfHtml(withoutHidden(html))
}

/** Without what stands in it for programs. Each part is looked at once, also where much begins that never ends. */
function withoutHidden(html: string): string {
  const begins = /<(style|script|head|title)\b/gi
  const endless = new Set<string>()
  let kept = ''
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
    kept += html.slice(from, found.index)
    from = ends.lastIndex
    begins.lastIndex = from
  }
  return kept + html.slice(from)
}

/** The direction that a text is written in: that of its first letter. */
export function directionOf(text: string): 'rtl' | 'ltr' {
  for (const letter of text) {
    if (rtl.test(letter)) return 'rtl'
    if (strong.test(letter)) return 'ltr'
  }
  return 'ltr'
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

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
