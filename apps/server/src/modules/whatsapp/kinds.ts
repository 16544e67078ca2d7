/** Content that travels as a file of its own. */
export const mediaTypes: ReadonlySet<string> = new Set(['image', 'document', 'video', 'audio', 'sticker'])

/** What a person may send; everything else only comes in. */
export const sendableTypes: ReadonlySet<string> = new Set(['text', ...mediaTypes, 'reaction', 'template'])

/**
 * Title of a message in lists: the first 60 characters of its text, else what it is
 * (reference: conversations, Sending WhatsApp).
 */
export function subjectOf(text: string | null | undefined, contentType: string): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return line === '' ? contentType : [...line].slice(0, 60).join('')
}

/** A plain text as the HTML that a message's content is kept as. */
export function htmlOf(text: string | null | undefined): string | null {
  if (!text) return null
  const escaped = text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)
  return escaped.replace(/\r?\n/g, '<br>')
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
