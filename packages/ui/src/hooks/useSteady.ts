import { useState } from 'react'
import { useTopWindow } from '../overlay/top-window.ts'

/**
 * A value that decides in which place of the page a part stands, such as the room there. Under an open window it stays as
 * it was until the window is closed: a part that moved would be made anew, and with it the window that it opened and all
 * that was typed there.
 */
export function useSteady<T>(value: T): T {
  const [kept, setKept] = useState(value)
  if (useTopWindow() !== null) return kept
  if (kept !== value) setKept(value)
  return value
}
