/** A set of functions to call on a change; a copy of the client's, because this package doesn't import the client. */
export interface Listeners {
  /** Calls the listener at each change, until the returned function is called. */
  listen(listener: () => void): () => void
  /** Calls every listener. */
  tell(): void
}

/** `begin` runs when the first listener joins; the function that it returns runs after the last one has left. */
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
