import { createListeners } from './listeners.ts'

/** A value that callers read and watch. It fits React's `useSyncExternalStore`: every change makes a new object. */
export interface Observable<T> {
  getSnapshot(): T
  subscribe(listener: () => void): () => void
}

export interface WritableObservable<T> extends Observable<T> {
  /** Merges the given keys and calls the listeners. */
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
