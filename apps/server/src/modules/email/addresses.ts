import { invalid } from '@tavla/contract'
import { isEmailAddress } from '@tavla/fields/server'

/** Addresses of one mail, of all its lines together (reference: conversations, Sending mail). */
export const mostRecipients = 50

/**
 * Addresses as comma text or a list, each bare or as `Name <address>`; the names are left out.
 * @throws Problem 417 that names the first that is none
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
