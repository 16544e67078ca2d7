import { type RefObject, useEffect, useRef } from 'react'

/** Keeps what was asked for while `isWaiting`, and hands it to `onReady` once that is over. Null takes it back. */
export function useAwaited<T>(isWaiting: boolean, onReady: (asked: T) => void): RefObject<T | null> {
  const asked = useRef<T | null>(null)
  useEffect(() => {
    const what = asked.current
    if (isWaiting || what === null) return
    asked.current = null
    onReady(what)
  })
  return asked
}
