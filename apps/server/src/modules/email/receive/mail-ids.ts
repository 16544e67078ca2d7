import { createHash } from 'node:crypto'

const longestId = 140

/** A Message-ID as it is kept: whole, or where it is too long to be one of ours, in short. */
export function storedId(id: string): string {
  const trimmed = id.trim()
  return trimmed.length <= longestId ? trimmed : `<${hashOf(Buffer.from(trimmed))}@long-id>`
}

/** The id of a mail that has none: the same bytes have the same. */
export const idWithout = (raw: Uint8Array) => `<${hashOf(raw)}@without-id>`

/** The id under which a mail is kept whose own differs from another mail's in nothing but small and capital letters. */
export const idInOtherLetters = (id: string) => `<${hashOf(Buffer.from(id))}@other-letters>`

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 40)
