import { useEffect, useRef } from 'react'

/** Holds a request while `isWaiting` and passes it to `onReady` afterwards, unless it is withdrawn. */
export function useAwaited<T>(isWaiting: boolean, onReady: (asked: T) => void) {
  const asked = useRef<T | null>(null)
  useEffect(() => {
    const what = asked.current
    if (isWaiting || what === null) return
    asked.current = null
    onReady(what)
  })
  return {
    ask: (what: T) => {
      asked.current = what
    },
    withdraw: () => {
      asked.current = null
    },
    isAsked: () => asked.current !== null,
  }
}
