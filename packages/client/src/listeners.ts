/** Functions that want to hear of something. */
export interface Listeners<Args extends unknown[] = []> {
  /** Calls the listener at each news, until the returned function is called. */
  listen(listener: (...args: Args) => void): () => void
  /** Tells all of them. */
  tell(...args: Args): void
}

/** `begin` is called with the first listener, and what it returns after the last one has gone. */
export function createListeners<Args extends unknown[] = []>(begin?: () => () => void): Listeners<Args> {
  const listeners = new Set<(...args: Args) => void>()
  let end: (() => void) | undefined
  return {
    listen(listener) {
      if (listeners.size === 0) end = begin?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.()
      }
    },
    tell(...args) {
      for (const listener of [...listeners]) listener(...args)
    },
  }
}
