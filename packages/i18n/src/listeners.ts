/** Functions that want to hear of something; as in the client, which this package does not know. */
export interface Listeners {
  /** Calls the listener at each news, until the returned function is called. */
  listen(listener: () => void): () => void
  /** Tells all of them. */
  tell(): void
}

/** `begin` is called with the first listener, and what it returns after the last one has gone. */
export function createListeners(begin?: () => () => void): Listeners {
  const listeners = new Set<() => void>()
  let end: (() => void) | undefined
  return {
    listen(listener) {
      if (listeners.size === 0) end = begin?.()
      listeners.add(listener)
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) end?.()
      }
    },
    tell() {
      for (const listener of [...listeners]) listener()
    },
  }
}
