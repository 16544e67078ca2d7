/** The hosts of a mail's images: this page, and the site, which stores the mail's own images. */
export interface PictureHosts {
  /** Origin of the page. */
  page: string
  /** Origin of the site. */
  site: string
}

/** An image of a mail: one of its files, or a remote one, whose owner learns who looks at it and when. */
export type Picture =
  | { kind: 'inline'; url: string }
  | { kind: 'file'; url: string }
  | { kind: 'remote'; url: string }
  | { kind: 'none' }

const none: Picture = { kind: 'none' }

/**
 * The image that an element stands for. An address of the site that is no file gives none, because the request would
 * carry the reader's session.
 */
export function pictureOf(element: Element, { page, site }: PictureHosts): Picture {
  const src = element.getAttribute('src') ?? ''
  if (/^data:image\/(png|jpe?g|gif|webp);/i.test(src)) return { kind: 'inline', url: src }
  const remote = element.getAttribute('data-remote-src')
  const url = URL.parse(remote ?? src, site)
  if (!url || !/^https?:$/.test(url.protocol)) return none
  if (remote === null) {
    return url.origin === site && /^\/(private\/)?files\//.test(url.pathname) ? { kind: 'file', url: url.href } : none
  }
  const isOurs = [page, site].some((origin) => new URL(origin).hostname === url.hostname && url.port === portOf(origin))
  if (isOurs || url.username !== '' || isTracker(element)) return none
  return { kind: 'remote', url: url.href }
}

const portOf = (origin: string): string => new URL(origin).port

/** True for an invisible image, which only counts readers. */
function isTracker(element: Element): boolean {
  const width = element.getAttribute('width')
  const height = element.getAttribute('height')
  return width !== null && height !== null && Number.parseFloat(width) <= 2 && Number.parseFloat(height) <= 2
}

/** True if a mail has remote images, which the user can ask for. */
export function hasRemotePictures(html: string, hosts: PictureHosts): boolean {
  if (!html.includes('data-remote-src')) return false
  const { body } = new DOMParser().parseFromString(html.replaceAll(/\sstyle=/gi, ' data-look='), 'text/html')
  return [...body.querySelectorAll('img')].some((one) => pictureOf(one, hosts).kind === 'remote')
}

/** Loads a file of the site as a blob address: the frame with remote images has no session. */
export async function contentUrl(url: string): Promise<string> {
  const answer = await fetch(url, { credentials: 'include' })
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  const blob = await answer.blob()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.onload = () => (typeof reader.result === 'string' ? resolve(reader.result) : reject(new Error(url)))
  reader.onerror = () => reject(reader.error ?? new Error(url))
  reader.readAsDataURL(blob)
  return promise
}
