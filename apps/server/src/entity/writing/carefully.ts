import { UniqueViolation } from '../../store/errors.ts'

/** A record is refused, and the transaction has kept no mark to go back to. */
export class NoMark extends Error {}

/** How often a block is written again when another write took a unique value between check and row. */
const maxAttempts = 3

/**
 * Writes several records in one transaction, of which refused ones are left out. Marks to go back to cost more than they
 * save while no record is refused, so the first attempt does without, and throws NoMark where it needs one.
 */
export async function carefullyIfNeeded<T>(write: (isCareful: boolean) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write(attempt > 1)
    } catch (error) {
      const isWorthRetrying = error instanceof NoMark || error instanceof UniqueViolation
      if (!isWorthRetrying || attempt > maxAttempts) throw error
    }
  }
}
