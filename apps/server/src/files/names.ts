/**
 * Address of stored bytes: `/files/<name>` is public, `/private/files/<name>` needs permission (reference: files,
 * Stored bytes).
 */
export interface Address {
  name: string
  isPrivate: boolean
}

const maxBaseLength = 80
const maxBaseBytes = 200
const maxFileName = 140
const storedName = /^[\p{L}\p{N}_-][\p{L}\p{M}\p{N}_.-]*-[0-9a-f]{6,64}(?:\.[A-Za-z0-9]{1,10})?$/u

export function urlOf({ name, isPrivate }: Address): string {
  return isPrivate ? `/private/files/${name}` : `/files/${name}`
}

/** The address of a stored url; undefined for a url that this server would not have made. */
export function addressOf(url: string): Address | undefined {
  const isPrivate = url.startsWith('/private/files/')
  if (!isPrivate && !url.startsWith('/files/')) return undefined
  const name = url.slice(isPrivate ? '/private/files/'.length : '/files/'.length)
  return isStoredName(name) ? { name, isPrivate } : undefined
}

/**
 * True only for names as `storedNameFor` makes them: no separator, no `..`, no leading dot, so no path can leave the
 * folder.
 */
export function isStoredName(name: string): boolean {
  return name.length <= 160 && !name.includes('..') && storedName.test(name)
}

/**
 * The name under which bytes are stored: cleaned base (at most 80 characters), `-`, the first hex digits of the
 * content's hash, extension. Callers ask for more than six digits only when another content already has the shorter
 * name.
 */
export function storedNameFor(fileName: string, hash: string, digits = 6, detectedExtension = ''): string {
  const { base, extension } = splitName(fileName)
  const cleaned = shorten(
    base
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-')
      .replace(/\.{2,}/g, '.')
      .replace(/-{2,}/g, '-')
      .replace(/^[^\p{L}\p{N}_]+|[-.]+$/gu, ''),
  ).replace(/[-.]+$/, '')
  const ending = extension || detectedExtension
  return `${cleaned || 'file'}-${hash.slice(0, digits)}${ending && `.${ending}`}`
}

/**
 * A user's file name made safe to show and store: no folders, no control or direction-changing characters, at most 140
 * characters.
 */
export function cleanFileName(name: string): string {
  const last = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
  const plain = last.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '').trim()
  if (plain === '' || plain === '.' || plain === '..') return 'file'
  if (plain.length <= maxFileName) return plain
  const { base, extension } = splitName(plain)
  return `${[...base].slice(0, 100).join('')}${extension && `.${extension}`}`.slice(0, maxFileName)
}

function splitName(name: string): { base: string; extension: string } {
  const found = /^(.+)\.([A-Za-z0-9]{1,10})$/s.exec(name)
  return found ? { base: found[1] as string, extension: found[2] as string } : { base: name, extension: '' }
}

/** Cuts by characters for readability and by bytes for the file system, which allows 255. */
function shorten(base: string): string {
  let text = ''
  let bytes = 0
  for (const character of [...base].slice(0, maxBaseLength)) {
    bytes += Buffer.byteLength(character)
    if (bytes > maxBaseBytes) break
    text += character
  }
  return text
}

/** The name in both notations of RFC 6266; none of its characters can end the header or the quoted text. */
export function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}
