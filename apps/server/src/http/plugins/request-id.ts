import { randomBytes } from 'node:crypto'

/**
 * Creates ids of calls: sixteen hex digits, unique across restarts. It counts up from a random start, because a call
 * must not wait for random bytes. The ids are not secret.
 */
export function requestIds(): () => string {
  const start = randomBytes(4).toString('hex')
  let count = randomBytes(4).readUInt32BE()
  return () => {
    count = (count + 1) >>> 0
    return start + count.toString(16).padStart(8, '0')
  }
}
