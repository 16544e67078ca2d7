import { useEffect, useRef } from 'react'
import { addShortcut } from './shortcuts.ts'

/**
 * Calls `handle` on a key combination such as `Mod+S` while mounted and enabled, instead of the browser's action. Text
 * boxes take plain keys first; an open window or list takes Escape first.
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
