import { type RefObject, useLayoutEffect } from 'react'

/** Shows and hides an element with `popover="manual"` according to `isOpen`. */
export function usePopover(panel: RefObject<HTMLElement | null>, isOpen: boolean): void {
  useLayoutEffect(() => {
    const element = panel.current
    if (!element || !isOpen) return
    element.showPopover()
    return () => {
      if (element.isConnected) element.hidePopover()
    }
  }, [panel, isOpen])
}
