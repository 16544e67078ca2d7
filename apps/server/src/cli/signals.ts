const ending = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/**
 * A signal that goes to a whole process group comes twice: from the sender, and from npm or the launcher, which hand theirs
 * on. What comes within so many milliseconds of the first is that same wish.
 */
const sameMoment = 1000

/** Calls `first` at the first signal that asks for an end, and `again` at one that comes when that moment is over. */
export function onEndSignals({ first, again }: { first(): void; again(): void }): void {
  let since: number | undefined
  for (const signal of ending) {
    process.on(signal, () => {
      const now = performance.now()
      if (since === undefined) {
        since = now
        first()
      } else if (now - since > sameMoment) again()
    })
  }
}
