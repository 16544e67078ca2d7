import { withoutLooks } from '../record-tabs/plain-text.ts'

/** True when a mail's look says something that its text alone does not: tables, pictures, links, quoted parts, colours. */
export const isLaidOut = (html: string): boolean =>
  /<(table|img|blockquote|font|ul|ol|h[1-6]|pre|hr|mark|a)\b|\sstyle=|data-quote|\salign=/i.test(html)

/** True when a mail sets colours, which are chosen for white paper. */
export const hasColours = (html: string): boolean =>
  /(background(-color)?|[\s;"']color)\s*:|\sbgcolor=|<(font|img|mark)\b/i.test(html)

/** The document that a mail is drawn into: nothing runs in it, and nothing is fetched but files of this site. */
export const emptyDocument = [
  '<!doctype html><html><head><meta charset="utf-8">',
  `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' data:; style-src 'unsafe-inline'">`,
  '<base target="_blank"></head><body></body></html>',
].join('')

/**
 * Puts a mail's cleaned HTML into the frame's document. Looks are set one by one, as the policy of the page around, which the
 * frame has from it, takes none from attributes.
 */
export function fillDocument(target: Document, html: string, quoteLabel: string): void {
  const { body } = new DOMParser().parseFromString(withoutLooks(html), 'text/html')
  for (const unwanted of body.querySelectorAll('script, style, link, meta, base, iframe, object, embed, form, svg')) {
    unwanted.remove()
  }
  for (const picture of body.querySelectorAll('img:not([src])')) describe(picture)
  foldQuotes(body, quoteLabel)
  target.body.dir = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.test(body.textContent ?? '') ? 'rtl' : 'ltr'
  target.body.replaceChildren(...[...body.childNodes].map((node) => target.importNode(node, true)))
  for (const element of target.body.querySelectorAll<HTMLElement>('*')) {
    for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.removeAttribute(name)
    const look = element.dataset.look
    if (look !== undefined) element.style.cssText = look
    delete element.dataset.look
  }
  for (const link of target.body.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener noreferrer'
    if (!/^(https?:|mailto:|tel:)/i.test(link.getAttribute('href') ?? '')) link.removeAttribute('href')
  }
  for (const block of target.body.querySelectorAll('p, div, td, th, li, blockquote, h1, h2, h3, h4, summary')) {
    if (!block.hasAttribute('dir')) block.setAttribute('dir', 'auto')
  }
}

/** A picture that is not fetched leaves its words. */
function describe(picture: Element): void {
  const words = picture.getAttribute('alt')?.trim() ?? ''
  picture.replaceWith(words)
}

/** What was answered to is there for whoever asks for it. */
function foldQuotes(body: HTMLElement, label: string): void {
  const quotes = [...body.querySelectorAll('[data-quote], blockquote')].filter(
    (quote) => !quote.parentElement?.closest('[data-quote], blockquote, details'),
  )
  for (const quote of quotes) {
    // A mail that is nothing but a quote would seem empty.
    if ((body.textContent ?? '').trim() === (quote.textContent ?? '').trim()) continue
    const details = body.ownerDocument.createElement('details')
    const summary = body.ownerDocument.createElement('summary')
    summary.textContent = '…'
    summary.setAttribute('aria-label', label)
    summary.title = label
    quote.replaceWith(details)
    details.append(summary, quote)
  }
}
