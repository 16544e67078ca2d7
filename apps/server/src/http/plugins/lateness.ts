/** Interval of the timer that measures lateness. Milliseconds. */
const tickInterval = 20
/** A timer that fires this much later than planned counts as late. Milliseconds. */
const minLateness = 40
/** The process is overloaded when this many of the last ticks were late; a single slow task delays only one or two. */
const overloadTicks = 5
const tickWindow = 10
/** How long one turn of the event loop may take calls while the process is overloaded. Milliseconds. */
const turnBudget = 25
/** The same for calls that are refused last. */
const lastBudget = 100
/**
 * A turn always admits this many calls, more than one browser sends at once: slowness through other programs is not
 * overload.
 */
const minCallsPerTurn = 16
/** Overload ends when no call had to be refused for this long. Milliseconds. */
const calmTime = 1000
/** The timer stops after this many ticks without a call. */
const idleTicks = 50

/**
 * Tells whether the process keeps up. While calls arrive, a timer measures the event loop: when it is late repeatedly,
 * each turn brings more work than fits into it. Then each turn admits only as many calls as fit, so that these are
 * answered soon instead of all of them late.
 */
export class Lateness {
  #timer: NodeJS.Timeout | undefined
  #expected = 0
  #quiet = 0
  /** Whether each of the last ticks was late. */
  #late: boolean[] = []
  #shedUntil = 0
  #turn: { began: number; calls: number } | undefined

  get isOverloaded(): boolean {
    return this.#shedUntil > performance.now()
  }

  /**
   * Counts a call that has arrived; returns false when there is no room for it now. `isLast` is called only when it
   * matters.
   */
  admit(isLast: () => boolean): boolean {
    const now = performance.now()
    this.#quiet = 0
    if (this.#timer === undefined) this.#startTick(now)
    // Turns are tracked only during overload: at all other times a call costs one reading of the clock.
    if (this.#shedUntil <= now) return true
    if (!this.#turn) setImmediate(() => (this.#turn = undefined))
    this.#turn ??= { began: now, calls: 0 }
    if (++this.#turn.calls <= minCallsPerTurn) return true
    if (now - this.#turn.began <= (isLast() ? lastBudget : turnBudget)) return true
    this.#shedUntil = now + calmTime
    return false
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#late = []
  }

  #startTick(now: number): void {
    this.#expected = now + tickInterval
    this.#timer = setTimeout(() => this.#endTick(performance.now()), tickInterval)
    this.#timer.unref()
  }

  #endTick(now: number): void {
    this.#late = [...this.#late.slice(1 - tickWindow), now - this.#expected > minLateness]
    if (this.#late.filter(Boolean).length >= overloadTicks) this.#shedUntil = now + calmTime
    if (++this.#quiet < idleTicks) this.#startTick(now)
    else this.stop()
  }
}
