/**
 * True for an address that mail servers accept in practice: a dot-atom, `@`, and a domain of at least two labels in any
 * script. No quoted parts, comments or address literals. Linear in the text's length.
 */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  if (at < 1 || at > 64 || text.length > 254) return false
  const labels = text.slice(at + 1).split('.')
  return text.slice(0, at).split('.').every(isAtom) && labels.length > 1 && labels.every(isDomainLabel)
}

/** True for digits, spaces and `+-()` with at least one digit (reference: http-api, Coercion and checks). */
export function isPhoneNumber(text: string): boolean {
  return /^[\d +()-]+$/.test(text) && /\d/.test(text)
}

/** True for an absolute `http` or `https` address. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s\\]+$/i.test(text) && URL.canParse(text)
}

/** Removes the invisible direction marks that a copy from Hebrew text contains. */
export function withoutDirectionMarks(text: string): string {
  return text.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
}

// Only Latin letters before the `@`: look-alike letters could lead to another person's account.
const isAtom = (text: string) => /^[\w!#$%&'*+/=?^`{|}~-]+$/.test(text)

const isDomainLabel = (text: string) =>
  text.length < 64 && /^[\p{L}\p{M}\p{N}-]+$/u.test(text) && !text.startsWith('-') && !text.endsWith('-')
