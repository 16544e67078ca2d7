import { hash } from 'node:crypto'

const hashLength = 32

/** The stored form of a scaled copy: its bytes followed by their SHA-256, so that one file holds both. */
export const withHash = (bytes: Buffer): Buffer => Buffer.concat([bytes, hash('sha256', bytes, 'buffer')])

/** The bytes of a stored scaled copy; undefined when they do not match their hash. */
export function withoutHash(stored: Buffer): Buffer | undefined {
  const bytes = stored.subarray(0, -hashLength)
  return stored.length > hashLength && hash('sha256', bytes, 'buffer').equals(stored.subarray(-hashLength))
    ? bytes
    : undefined
}
