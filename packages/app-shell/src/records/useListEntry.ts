import { useEffect } from 'react'

/**
 * An arrow leads from the search box down to what it found and, where no record is open, from the page into the list, so
 * that rows are at hand without Tab.
 */
export function useListEntry(isListOpen: boolean): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || !isPlain || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      const isAbove = event.key === 'ArrowDown' && document.activeElement?.matches('.list-search input') === true
      if (!(isAbove || (isListOpen && isOnPage())) || document.querySelector(covers)) return
      // What was found begins at the top; who was down in the list goes on there.
      const row = (isAbove && rowAt('[aria-posinset="1"] [data-record]')) || rowAt('[data-record][tabindex="0"]')
      if (!row) return
      event.preventDefault()
      row.focus()
    }
    window.addEventListener('keydown', handle)
    return () => window.removeEventListener('keydown', handle)
  }, [isListOpen])
}

const rowAt = (place: string) => document.querySelector<HTMLElement>(`.list-content ${place}`)

/** A window, menu or list on top, whose arrows are its own. */
const covers = 'dialog:modal, [popover]:popover-open:not([data-passive])'

function isOnPage(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === 'main'
}
