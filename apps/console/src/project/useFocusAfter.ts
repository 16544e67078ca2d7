import { useEffect, useRef } from 'react'

/** Gives the focus to the main part of the screen where the pressed button is gone with the former state. */
export function useFocusAfter(state: unknown): void {
  const former = useRef(state)
  useEffect(() => {
    if (former.current === state) return
    former.current = state
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }, [state])
}
