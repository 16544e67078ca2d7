import { hash } from 'node:crypto'

const hashLength = 32

/** The bytes of a scaled copy as they lie on the disk: its SHA-256 comes behind them, so that one file holds both. */
export const withHash = (bytes: Buffer): Buffer => Buffer.concat([bytes, hash('sha256', bytes, 'buffer')])

/** The bytes of a scaled copy from what lies on the disk; undefined when they are not those that were kept. */
export function withoutHash(stored: Buffer): Buffer | undefined {
  const bytes = stored.subarray(0, -hashLength)
  return stored.length > hashLength && hash('sha256', bytes, 'buffer').equals(stored.subarray(-hashLength))
    ? bytes
    : undefined
}
