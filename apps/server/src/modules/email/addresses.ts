import { invalid } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'

/** Maximum addresses of one mail, over all its lines (reference: conversations, Sending mail). */
export const maxRecipients = 50

/**
 * Reads addresses from a text with commas or from a list, each bare or as `Name <address>`; drops the names.
 * @throws Problem 417 that names the first invalid one
 */
export function readAddresses(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return []
  const parts = typeof value === 'string' ? value.split(/[,;\n]/) : value
  if (!Array.isArray(parts)) throw invalid('The value for {0} is not valid', [{ translate: 'Recipients' }])
  const found: string[] = []
  for (const part of parts) {
    const text = typeof part === 'string' ? part.trim() : String(part)
    if (text === '') continue
    const address = bareAddress(text)
    if (!isEmailAddress(address)) throw invalid('{0} is not a valid email address', [text.slice(0, 140)])
    found.push(address)
  }
  return [...new Set(found)]
}

/** `dana@example.com` of `Dana <dana@example.com>`. */
export function bareAddress(text: string): string {
  return (/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text).trim()
}
