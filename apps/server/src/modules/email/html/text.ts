import { textOfHtml } from '../../../outbox/eml.ts'

const tag = /<\/?[a-z][^>]*>/i
const link = /\bhttps?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]]/g
const rtl = /[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/
const strong = /[\p{L}]/u

/** What a composer sends as HTML: as it is, or plain text with its paragraphs and links. */
export function htmlOf(content: string): string {
  if (tag.test(content)) return content
  return content
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${withLinks(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('\n')
}

/** The text of a mail as a search finds it, and as a reader of plain text gets it. */
export function plainTextOf(html: string): string {
  return textOfHtml(html.replace(/<(style|script|head|title)\b[\s\S]*?<\/\1>/gi, ''))
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
