import { type RefObject, useEffect } from 'react'

/** Calls `dismiss` on a press or a turn of the wheel outside all of the given elements (reference: screens, Frame). */
export function useDismiss(isOpen: boolean, dismiss: () => void, ...inside: RefObject<Element | null>[]): void {
  useEffect(() => {
    if (!isOpen) return
    const handle = (event: Event) => {
      const target = event.target
      if (target instanceof Node && inside.some((ref) => ref.current?.contains(target))) return
      dismiss()
    }
    const options = { capture: true, passive: true }
    window.addEventListener('pointerdown', handle, options)
    window.addEventListener('wheel', handle, options)
    return () => {
      window.removeEventListener('pointerdown', handle, options)
      window.removeEventListener('wheel', handle, options)
    }
  })
}
