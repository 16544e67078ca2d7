/**
 * Holds live events back while an own write is under way: its answer, which identifies own changes, may come
 * after its event.
 */
export interface WriteGate {
  run<T>(write: () => Promise<T>): Promise<T>
  /** Calls `work` now, or when the pending writes have ended. */
  after(work: () => void): void
}

/** `before` is awaited before each write. */
export function createWriteGate(before: () => Promise<unknown>): WriteGate {
  let running = 0
  let waiting: (() => void)[] = []

  const open = () => {
    if (--running > 0) return
    const due = waiting
    waiting = []
    for (const work of due) work()
  }

  return {
    async run(write) {
      running++
      try {
        await before()
        return await write()
      } finally {
        // Opens after the caller has handled the answer.
        queueMicrotask(() => queueMicrotask(open))
      }
    },
    after(work) {
      if (running === 0) work()
      else waiting.push(work)
    },
  }
}
