/** A set of functions to call on a change. */
export interface Listeners<Args extends unknown[] = []> {
  /** Calls the listener at each change, until the returned function is called. */
  listen(listener: (...args: Args) => void): () => void
  /** Calls every listener. */
  tell(...args: Args): void
}

/** `begin` runs when the first listener joins; the function that it returns runs after the last one has left. */
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
