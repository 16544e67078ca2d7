import { setImmediate as nextTurn } from 'node:timers/promises'

/** The event loop gets a turn after this much work of one transaction. Milliseconds. */
const maxWork = 3

/**
 * Lets the event loop turn between the statements of a long transaction, so that a write of many records delays no read:
 * the statements themselves run at once, and what they await is there at once, too.
 */
export class LoopTurns {
  #since = 0
  #turn: Promise<void> | undefined

  /** The event loop has just turned. */
  begin(): void {
    this.#since = performance.now()
  }

  /**
   * A turn to wait for before the next statement; mostly none is due. Statements that wait for the same turn run in their
   * order.
   */
  due(): Promise<void> | undefined {
    if (this.#turn || performance.now() - this.#since < maxWork) return this.#turn
    this.#turn = this.#wait()
    return this.#turn
  }

  async #wait(): Promise<void> {
    await nextTurn()
    this.#turn = undefined
    this.begin()
  }
}
