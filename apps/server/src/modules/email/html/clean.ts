import { limits } from '@tavla/contract'
import sanitizeHtml, { type IOptions } from 'sanitize-html'
import { paragraphsOf, plainTextOf } from './text.ts'

const length = [/^-?\d+(\.\d+)?(px|pt|em|rem|%)?$/]
// The separating space is mandatory: a pattern that can split a text in many ways would try them all.
const lengths = [/^-?\d+(\.\d+)?(px|pt|em|rem|%)?(\s+-?\d+(\.\d+)?(px|pt|em|rem|%)?){0,3}$/]
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i]
const word = [/^[a-z-]{2,20}$/i]
const border = [/^[\w\s#.,()%-]{1,60}$/]

/**
 * Keeps the words of a mail's HTML and their look, and nothing that runs, loads or reaches outside (reference:
 * conversations, Receiving mail).
 */
const options: IOptions = {
  allowedTags: [
    ...['a', 'abbr', 'address', 'article', 'b', 'bdi', 'bdo', 'blockquote', 'br', 'caption', 'center', 'code', 'col'],
    ...['colgroup', 'dd', 'del', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'font', 'h1', 'h2', 'h3', 'h4', 'h5'],
    ...['h6', 'hr', 'i', 'img', 'ins', 'li', 'mark', 'ol', 'p', 'pre', 'q', 's', 'section', 'small', 'span', 'strike'],
    ...['strong', 'sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr', 'u', 'ul'],
  ],
  allowedAttributes: {
    '*': ['dir', 'lang', 'align', 'valign', 'style', 'title'],
    a: ['href'],
    img: ['src', 'data-remote-src', 'alt', 'width', 'height'],
    font: ['color', 'face', 'size'],
    table: ['border', 'cellpadding', 'cellspacing', 'width', 'bgcolor'],
    td: ['colspan', 'rowspan', 'width', 'height', 'bgcolor'],
    th: ['colspan', 'rowspan', 'width', 'height', 'bgcolor'],
    tr: ['bgcolor', 'height'],
    col: ['span', 'width'],
    ol: ['start', 'type'],
    blockquote: ['type'],
    div: ['data-quote'],
  },
  allowedStyles: {
    '*': {
      color: colour,
      'background-color': colour,
      'font-size': [...length, ...word],
      'font-weight': [/^(\d{3}|[a-z]+)$/],
      'font-style': word,
      'font-family': [/^[\w\s"',-]{1,120}$/],
      'text-align': word,
      'text-decoration': word,
      'line-height': length,
      'vertical-align': word,
      direction: [/^(ltr|rtl)$/],
      'unicode-bidi': word,
      'white-space': word,
      'list-style-type': word,
      'border-collapse': word,
      width: length,
      'max-width': length,
      height: length,
      padding: lengths,
      margin: lengths,
      border,
      'border-top': border,
      'border-bottom': border,
      'border-left': border,
      'border-right': border,
      'border-radius': lengths,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['cid', 'data'] },
  allowProtocolRelative: false,
  nonTextTags: ['style', 'script', 'textarea', 'option', 'noscript', 'title', 'svg', 'math', 'template'],
  nestingLimit: 100,
  transformTags: {
    // A remote picture tells its sender who read the mail and when, so it loads only when the reader asks for it.
    img: (tagName, { src = '', ...rest }) => {
      const isRemote = /^\s*(https?:)?\/\//i.test(src)
      // One of our files by its name, with no path beyond the files.
      const isInline = /^(cid:|data:image\/(png|jpe?g|gif|webp);|\/(private\/)?files\/[^/\\?#]+$)/i.test(src)
      const attribs: Record<string, string> = { ...rest }
      delete attribs['data-remote-src']
      if (isRemote) attribs['data-remote-src'] = src
      else if (isInline) attribs.src = src
      return { tagName, attribs }
    },
    // The part that mail programs mark as the quoted mail.
    div: (tagName, attribs) => {
      const isQuote = /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|OutlookMessageHeader)\b/.test(attribs.class ?? '')
      return { tagName, attribs: { ...attribs, ...(isQuote ? { 'data-quote': '1' } : {}) } }
    },
    '*': (tagName, attribs) => ({ tagName, attribs: dropLongAttributes(attribs) }),
  },
}

/** Limits on what is cleaned per mail: characters, tags and nesting depth. The rest is cut. */
const maxSize = { length: limits.textLength, tags: 40_000, depth: 500 }
/** Characters of an attribute; an embedded picture may be longer. */
const maxAttributeLength = 4_000

export interface CleanedHtml {
  html: string
  /** Content is missing, not only its look. */
  isCut: boolean
}

/**
 * Cleans the HTML of a written or received mail for storage and display. Slow for long HTML, which belongs in a thread.
 */
export function clean(whole: string): CleanedHtml {
  const beginning = whole.slice(0, maxSize.length)
  const html = limitTags(beginning)
  const isCut = html.length < whole.length
  try {
    const cleaned = cleanWithin(html)
    // Escaping makes the text longer.
    if (cleaned.length > maxSize.length) return { ...clean(html.slice(0, html.length / 2)), isCut: true }
    return { html: cleaned, isCut }
  } catch (error) {
    if (!(error instanceof NestingError)) throw error
    return { ...clean(paragraphsOf(plainTextOf(beginning))), isCut: true }
  }
}

class NestingError extends Error {}

/** @throws TooDeep */
function cleanWithin(html: string): string {
  let depth = 0
  const bounded: IOptions = {
    ...options,
    onOpenTag() {
      if (++depth > maxSize.depth) throw new NestingError()
    },
    onCloseTag() {
      depth--
    },
  }
  return sanitizeHtml(html, bounded).trim()
}

function limitTags(html: string): string {
  let count = 0
  for (const { index } of html.matchAll(/<[/a-z]/gi)) if (++count > maxSize.tags) return html.slice(0, index)
  return html
}

function dropLongAttributes(attribs: Record<string, string>): Record<string, string> {
  const isKept = ([name, value]: [string, string]) =>
    value.length <= maxAttributeLength || (name === 'src' && /^data:image\/[a-z]+;base64,[\w+/=\s]*$/i.test(value))
  const entries = Object.entries(attribs)
  return entries.every(isKept) ? attribs : Object.fromEntries(entries.filter(isKept))
}
