const endSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * A signal to a whole process group arrives twice: from the sender, and from npm or the launcher, which forward theirs.
 * Signals within this time of the first, in milliseconds, count as the same.
 */
const duplicateMillis = 1000

/** Calls `first` at the first signal to end, and `again` at one that is no duplicate of it. */
export function onEndSignals({ first, again }: { first(): void; again(): void }): void {
  let since: number | undefined
  for (const signal of endSignals) {
    process.on(signal, () => {
      const now = performance.now()
      if (since === undefined) {
        since = now
        first()
      } else if (now - since > duplicateMillis) again()
    })
  }
}
