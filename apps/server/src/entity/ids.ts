import { randomBytes } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Ten lower-case base-32 characters: an id of naming rule Hash, and of every table row. */
export function newRowId(): string {
  const bytes = randomBytes(10)
  let id = ''
  for (const byte of bytes) id += alphabet[byte & 31]
  return id
}
