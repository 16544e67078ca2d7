/** A glance at the clock; milliseconds. */
const glance = 20
/** A glance that comes so much too late is a late one; milliseconds. */
const late = 40
/** One slow deed makes a glance or two late; so many late ones among the last ones are overload. */
const lateGlances = 5
const lastGlances = 10
/** What a turn of the event loop may spend on calls while the process is overloaded; milliseconds. */
const turnBudget = 25
/** The same for calls that come last. */
const lastBudget = 100
/** A turn always takes so many, more than one person's browser sends at once: a machine that is busy with others is no overload. */
const alwaysTaken = 16
/** Overload is over once nobody had to be refused for so long; milliseconds. */
const calmFor = 1000
/** Without a call for so many glances, no glance is needed. */
const idleGlances = 50

/**
 * Tells whether the process keeps up. It looks at the clock while calls come: a timer that is late again and again means that every
 * turn of the event loop brings more than fits into it. Then each turn admits as many calls as fit and no more, so that those are
 * answered soon, instead of all of them late.
 */
export class Lateness {
  #timer: NodeJS.Timeout | undefined
  #expected = 0
  #quiet = 0
  /** Of the last glances, whether each was late. */
  #late: boolean[] = []
  #shedUntil = 0
  #turn: { began: number; calls: number } | undefined

  get isOverloaded(): boolean {
    return this.#shedUntil > performance.now()
  }

  /** Counts a call that has come; false when there is no room for it now. `isLast` is asked only where it matters. */
  admit(isLast: () => boolean): boolean {
    const now = performance.now()
    this.#quiet = 0
    if (this.#timer === undefined) this.#look(now)
    // Turns are told apart only while it matters: at all other times a call costs a look at the clock.
    if (this.#shedUntil <= now) return true
    if (!this.#turn) setImmediate(() => (this.#turn = undefined))
    this.#turn ??= { began: now, calls: 0 }
    if (++this.#turn.calls <= alwaysTaken) return true
    if (now - this.#turn.began <= (isLast() ? lastBudget : turnBudget)) return true
    this.#shedUntil = now + calmFor
    return false
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#late = []
  }

  #look(now: number): void {
    this.#expected = now + glance
    this.#timer = setTimeout(() => this.#note(performance.now()), glance)
    this.#timer.unref()
  }

  #note(now: number): void {
    this.#late = [...this.#late.slice(1 - lastGlances), now - this.#expected > late]
    if (this.#late.filter(Boolean).length >= lateGlances) this.#shedUntil = now + calmFor
    if (++this.#quiet < idleGlances) this.#look(now)
    else this.stop()
  }
}
