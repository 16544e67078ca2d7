import { randomFillSync } from 'node:crypto'

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

/** Ten lower-case base-32 characters: the id under naming rule Hash, and of every table row. */
export function newRowId(): string {
  if (drawn + idLength > pool.length) {
    randomFillSync(pool)
    drawn = 0
  }
  let id = ''
  for (let i = 0; i < idLength; i++) id += alphabet[(pool[drawn++] as number) & 31]
  return id
}

const idLength = 10
// Random bytes are generated in blocks: a call for ten bytes costs more than the rest of creating a row.
const pool = new Uint8Array(4_000)
let drawn = pool.length

let last = 0

/**
 * An id of the same form that sorts after the one before it: milliseconds and a count. For rows that are written often,
 * so that the index grows only at its end.
 */
export function nextLogId(): string {
  last = Math.max(Date.now() * 32, last + 1)
  let rest = last
  let id = ''
  for (let i = 0; i < 10; i++) {
    id = digits[rest % 32] + id
    rest = Math.floor(rest / 32)
  }
  return id
}

/** Base-32 digits in the order of their characters, so that ids sort as their numbers do. */
const digits = alphabet.split('').toSorted().join('')
