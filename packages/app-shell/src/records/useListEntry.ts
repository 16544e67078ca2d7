import { useEffect } from 'react'

/** Where no record is open, an arrow leads from the page into the list, so that rows are at hand without Tab. */
export function useListEntry(isEnabled: boolean): void {
  useEffect(() => {
    if (!isEnabled) return
    const handle = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || !isPlain || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      if (!isOnPage() || document.querySelector(covers)) return
      const row = document.querySelector<HTMLElement>('.list-content [data-record][tabindex="0"]')
      if (!row) return
      event.preventDefault()
      row.focus()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [isEnabled])
}

/** A window, menu or list on top, whose arrows are its own. */
const covers = 'dialog:modal, [popover]:popover-open:not([data-passive])'

function isOnPage(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === 'main'
}
