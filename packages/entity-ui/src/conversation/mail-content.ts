import { withoutLooks } from '../record-tabs/plain-text.ts'
import { contentUrl, type PictureHosts, pictureOf } from './mail-pictures.ts'

/** True when a mail's layout says more than its text: tables, images, links, quoted parts, colours. */
export const isLaidOut = (html: string): boolean =>
  /<(table|img|blockquote|font|ul|ol|h[1-6]|pre|hr|mark|a)\b|\sstyle=|data-quote|\salign=/i.test(html)

/** True when a mail sets colours, or shows images, which are chosen for white paper. */
export function hasColours(html: string, withRemote: boolean): boolean {
  const shown = withRemote ? html : html.replaceAll(/<img\b[^>]*\sdata-remote-src=[^>]*>/gi, '')
  return /(background(-color)?|[\s;"']color)\s*:|\sbgcolor=|<(font|img|mark)\b/i.test(shown)
}

/** The document of a mail's frame: its policy forbids scripts and loads only files of the site. */
export const emptyDocument = (site: string): string =>
  [
    '<!doctype html><html><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src ${site} data:; style-src 'unsafe-inline'">`,
    '<base target="_blank"></head><body></body></html>',
  ].join('')

export interface MailContent {
  html: string
  /** Accessible name of the control that unfolds a quote. */
  quoteLabel: string
  hosts: PictureHosts
  /** True when the user has asked for remote images. */
  withRemote: boolean
}

/**
 * Puts a mail's sanitised HTML into the frame's document. Styles are set one by one, because the page's policy, which
 * the frame inherits, forbids style attributes.
 */
export function fillDocument(target: Document, { html, quoteLabel, hosts, withRemote }: MailContent): void {
  const { body } = new DOMParser().parseFromString(withoutLooks(html), 'text/html')
  for (const unwanted of body.querySelectorAll(unwantedElements)) unwanted.remove()
  for (const element of body.querySelectorAll<HTMLElement>('*')) clean(element)
  for (const element of body.querySelectorAll('img')) place(element, hosts, withRemote)
  foldQuotes(body, quoteLabel)
  target.body.dir = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u.test(body.textContent ?? '') ? 'rtl' : 'ltr'
  target.body.replaceChildren(...[...body.childNodes].map((node) => target.importNode(node, true)))
  for (const element of target.body.querySelectorAll<HTMLElement>('[data-look]')) {
    element.style.cssText = element.dataset.look ?? ''
    delete element.dataset.look
  }
  for (const picture of target.body.querySelectorAll<HTMLImageElement>('img[data-file]')) void load(picture)
  for (const block of target.body.querySelectorAll('p, div, td, th, li, blockquote, h1, h2, h3, h4, summary')) {
    if (!block.hasAttribute('dir')) block.setAttribute('dir', 'auto')
  }
}

const unwantedElements = [
  ...['script', 'style', 'link', 'meta', 'base', 'iframe', 'object', 'embed', 'form', 'input', 'button', 'svg', 'math'],
  ...['picture > source', 'video', 'audio', 'template'],
].join()

/** Sanitises again, without trust in the server: no scripts, and no loads other than images. */
function clean(element: HTMLElement): void {
  for (const { name } of [...element.attributes])
    if (/^(on|srcset|background|ping)/i.test(name)) element.removeAttribute(name)
  if (/url\s*\(|image|@|\\/i.test(element.dataset.look ?? '')) delete element.dataset.look
  if (!(element instanceof HTMLAnchorElement)) return
  element.target = '_blank'
  element.rel = 'noopener noreferrer'
  if (!/^(https?:|mailto:|tel:)/i.test(element.getAttribute('href') ?? '')) element.removeAttribute('href')
}

/** Sets the address of an image that may be shown; any other is replaced by its text. */
function place(element: HTMLImageElement, hosts: PictureHosts, withRemote: boolean): void {
  const picture = pictureOf(element, hosts)
  element.removeAttribute('src')
  delete element.dataset.remoteSrc
  if (picture.kind === 'inline' || (picture.kind === 'remote' && withRemote)) element.src = picture.url
  else if (picture.kind === 'file' && withRemote) element.dataset.file = picture.url
  else if (picture.kind === 'file') element.src = picture.url
  else element.replaceWith(element.alt.trim())
}

async function load(picture: HTMLImageElement): Promise<void> {
  const { file = '' } = picture.dataset
  delete picture.dataset.file
  try {
    picture.src = await contentUrl(file)
  } catch {
    picture.replaceWith(picture.alt.trim())
  }
}

/** Folds quoted text, which the reader can unfold. */
function foldQuotes(body: HTMLElement, label: string): void {
  const quotes = [...body.querySelectorAll('[data-quote], blockquote')].filter(
    (quote) => !quote.parentElement?.closest('[data-quote], blockquote, details'),
  )
  for (const quote of quotes) {
    // A mail that contains only a quote would look empty.
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
