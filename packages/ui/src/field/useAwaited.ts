import { useEffect, useRef } from 'react'

/** Keeps what is asked for while `isWaiting`, and hands it to `onReady` once that is over, unless it is withdrawn. */
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
