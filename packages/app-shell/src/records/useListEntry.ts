import { useEffect } from 'react'

/**
 * An arrow key moves from the search box to its results and, if no record is open, from the page into the list, so that
 * users reach rows without Tab.
 */
export function useListEntry(isListOpen: boolean): void {
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
      if (event.defaultPrevented || !isPlain || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
      const isAbove = event.key === 'ArrowDown' && document.activeElement?.matches('.list-search input') === true
      if (!(isAbove || (isListOpen && isOnPage())) || document.querySelector(covers)) return
      // Search results start at the top; otherwise the list continues at its current row.
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

/** A window, menu or list on top takes the arrows. */
const covers = 'dialog:modal, [popover]:popover-open:not([data-passive])'

function isOnPage(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === 'main'
}
