import { useEffect, useRef } from 'react'
import { addShortcut } from './shortcuts.ts'

/**
 * Calls `handle` on a key combination such as `Mod+S` while mounted and enabled, in place of what the browser would do. Bare
 * keys stay with the box one types in; an open window or list takes Escape first.
 */
export function useShortcut(
  keys: string,
  handle: (event: KeyboardEvent) => void,
  { isEnabled = true, label }: { isEnabled?: boolean; label?: string } = {},
): void {
  const latest = useRef(handle)
  useEffect(() => {
    latest.current = handle
  })
  useEffect(() => {
    if (!isEnabled) return
    return addShortcut({
      keys,
      label,
      handle(event) {
        event.preventDefault()
        latest.current(event)
      },
    })
  }, [keys, isEnabled, label])
}
