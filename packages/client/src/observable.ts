import { createListeners } from './listeners.ts'

/** A value that can be read and watched; fits React's `useSyncExternalStore`, and is a new object after every change. */
export interface Observable<T> {
  getSnapshot(): T
  subscribe(listener: () => void): () => void
}

export interface WritableObservable<T> extends Observable<T> {
  /** Takes over the given keys and tells the listeners. */
  set(patch: Partial<T>): void
}

export function createObservable<T extends object>(initial: T): WritableObservable<T> {
  let value = initial
  const changes = createListeners()
  return {
    getSnapshot: () => value,
    subscribe: changes.listen,
    set(patch) {
      value = { ...value, ...patch }
      changes.tell()
    },
  }
}
