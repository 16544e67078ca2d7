import { createHash } from 'node:crypto'

const maxIdLength = 140

/** A Message-ID for storage: unchanged, or hashed if it is too long. */
export function storedId(id: string): string {
  const trimmed = id.trim()
  return trimmed.length <= maxIdLength ? trimmed : `<${hashOf(Buffer.from(trimmed))}@long-id>`
}

/** The id for a mail without one; the same bytes give the same id. */
export const idWithout = (raw: Uint8Array) => `<${hashOf(raw)}@without-id>`

/** The id for a mail whose own differs from another mail's only in case. */
export const idInOtherLetters = (id: string) => `<${hashOf(Buffer.from(id))}@other-letters>`

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 40)
