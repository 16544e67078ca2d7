import type { IOptions } from 'sanitize-html'

const length = [/^-?\d+(\.\d+)?(px|pt|em|rem|%)?$/]
const lengths = [/^(-?\d+(\.\d+)?(px|pt|em|rem|%)?\s*){1,4}$/]
const colour = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s.,%]+\)$/i, /^[a-z]{3,20}$/i]
const word = [/^[a-z-]{2,20}$/i]
const border = [/^[\w\s#.,()%-]{1,60}$/]

/** What of a mail's HTML is kept: its words and their look, nothing that runs, loads or reaches outside (contract 3.9). */
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
    // A picture from elsewhere tells its sender who read the mail, and when: it is loaded when somebody asks for it.
    img: (tagName, { src = '', ...rest }) => {
      const isRemote = /^\s*(https?:)?\/\//i.test(src)
      // A file of ours by its name, and no way past the files.
      const isInline = /^(cid:|data:image\/(png|jpe?g|gif|webp);|\/(private\/)?files\/[^/\\?#]+$)/i.test(src)
      const attribs: Record<string, string> = { ...rest }
      delete attribs['data-remote-src']
      if (isRemote) attribs['data-remote-src'] = src
      else if (isInline) attribs.src = src
      return { tagName, attribs }
    },
    // The part that mail programs mark as what was answered to.
    div: (tagName, attribs) => {
      const isQuote = /\b(gmail_quote|yahoo_quoted|moz-cite-prefix|OutlookMessageHeader)\b/.test(attribs.class ?? '')
      return { tagName, attribs: { ...attribs, ...(isQuote ? { 'data-quote': '1' } : {}) } }
    },
  },
}

/** The longest HTML that is read through; more is cut, as nobody reads it. Characters. */
const longest = 1_000_000

/** HTML of a mail that was written or received, as it is stored and shown. */
export async function sanitise(html: string): Promise<string> {
  // Few processes have a mail to look through at their start.
  const { default: clean } = await import('sanitize-html')
  return clean(html.slice(0, longest), options).trim()
}
