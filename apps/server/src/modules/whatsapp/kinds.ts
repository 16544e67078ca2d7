import { escapeHtml } from '../../ground/html.ts'
/** Content types that are sent as files. */
export const mediaTypes: ReadonlySet<string> = new Set(['image', 'document', 'video', 'audio', 'sticker'])

/** Content types that users may send; all others are only received. */
export const sendableTypes: ReadonlySet<string> = new Set(['text', ...mediaTypes, 'reaction', 'template'])

/**
 * Title of a message in lists: the first 60 characters of its text, else its type (reference: conversations, Sending
 * WhatsApp).
 */
export function subjectOf(text: string | null | undefined, contentType: string): string {
  const line = (text ?? '').replace(/\s+/g, ' ').trim()
  return line === '' ? contentType : [...line].slice(0, 60).join('')
}

/** Plain text as HTML for the content of a Communication. */
export function htmlOf(text: string | null | undefined): string | null {
  if (!text) return null
  return escapeHtml(text).replace(/\r?\n/g, '<br>')
}
