import type { Observable } from '../observable.ts'

/** The first snapshot that matches, now or after a change. */
export function until<T>(observable: Observable<T>, question: (snapshot: T) => boolean): Promise<T> {
  return new Promise((resolve) => {
    const check = () => {
      const snapshot = observable.getSnapshot()
      if (!question(snapshot)) return
      stop()
      resolve(snapshot)
    }
    const stop = observable.subscribe(check)
    check()
  })
}
