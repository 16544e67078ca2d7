import { randomBytes } from 'node:crypto'

/**
 * Makes ids of calls: sixteen hex digits, unique over restarts. Counted on from a random start, since a call must not
 * wait for randomness; nobody may take such an id for a secret.
 */
export function requestIds(): () => string {
  const start = randomBytes(4).toString('hex')
  let count = randomBytes(4).readUInt32BE()
  return () => {
    count = (count + 1) >>> 0
    return start + count.toString(16).padStart(8, '0')
  }
}
