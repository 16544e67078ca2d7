import { open } from 'node:fs/promises'

/** The type of a file by its bytes, whatever its name says. */
export interface FileKind {
  /** Short name for people, such as `PNG`; null when the bytes give no hint. */
  label: string | null
  mime: string
  /** Usual extension, used when the given name has none; empty when unknown. */
  extension: string
}

const unknown: FileKind = { label: null, mime: 'application/octet-stream', extension: '' }
const headBytes = 4096
/** Text formats that are shown under their extension. Their mime type stays `text/plain`, so this can't mislead a browser. */
const textFormats = new Set([
  'csv',
  'tsv',
  'json',
  'md',
  'log',
  'txt',
  'eml',
  'ics',
  'vcf',
  'yaml',
  'yml',
  'ini',
  'sql',
])

/** Detects the type from the bytes (reference: files, Serving); distinguishes text that a browser could run from plain text. */
export async function detectKind(file: string, fileName: string): Promise<FileKind> {
  const text = decodeText(await readHead(file))
  if (text !== undefined) return textKind(text, fileName)
  const { fileTypeFromFile } = await import('file-type')
  // A crafted archive may make the detection slow; the file then has an unknown type.
  const found = await fileTypeFromFile(file, { signal: AbortSignal.timeout(2000), maxBufferSize: 1_048_576 }).catch(
    () => undefined,
  )
  if (!found) return unknown
  return { label: found.ext.toUpperCase().slice(0, 20), mime: found.mime.slice(0, 140), extension: found.ext }
}

/** True for types that are served inline, because browsers show them without running anything (reference: files, Serving). */
export function isShownInline(mime: string): boolean {
  if (mime === 'text/plain' || mime === 'application/pdf') return true
  return /^(?:image|audio|video)\//.test(mime) && !mime.endsWith('xml')
}

/** The `Content-Type` to serve: never a type that a browser would run as a page. */
export function servedType(mime: string): string {
  if (mime === 'text/plain') return 'text/plain; charset=utf-8'
  if (mime === 'image/svg+xml') return mime
  return /html|xml|javascript|ecmascript/.test(mime) && !mime.includes('openxml') ? unknown.mime : mime
}

/** True for formats whose dimensions are read and that get scaled copies. */
export function isScalable(mime: string): boolean {
  return mime === 'image/png' || mime === 'image/jpeg' || mime === 'image/webp' || mime === 'image/gif'
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** The head as text, or undefined when it is not UTF-8 text. The head may end inside a character. */
function decodeText(head: Buffer): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what tells binary from text
  const binary = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/
  for (let cut = 0; cut < (head.length === headBytes ? 4 : 1); cut++) {
    try {
      const text = new TextDecoder('utf-8', { fatal: true }).decode(head.subarray(0, head.length - cut))
      return binary.test(text) || /^%PDF-|^\{\\rtf|^%!PS/.test(text) ? undefined : text
    } catch {}
  }
  return undefined
}

function textKind(text: string, fileName: string): FileKind {
  if (text.trimStart().startsWith('<')) {
    if (/<(?:!doctype\s+html|html|head|body)\b/i.test(text))
      return { label: 'HTML', mime: 'text/html', extension: 'html' }
    if (/<svg\b/i.test(text)) return { label: 'SVG', mime: 'image/svg+xml', extension: 'svg' }
    if (/^\s*<\?xml/i.test(text)) return { label: 'XML', mime: 'application/xml', extension: 'xml' }
    if (/^\s*<[a-z!]/i.test(text)) return { label: 'HTML', mime: 'text/html', extension: 'html' }
  }
  const ending = /\.([A-Za-z0-9]{1,10})$/.exec(fileName)?.[1]?.toLowerCase() ?? ''
  const format = textFormats.has(ending) ? ending : 'txt'
  return { label: format.toUpperCase(), mime: 'text/plain', extension: format }
}
