import { isFocusLost } from '@tavla/entity-ui'
import { useEffect, useRef, useState } from 'react'

/**
 * After leaving a record, focuses its row, or another row if the focus was lost with the record. Returns true once the
 * user has moved between records and list; right after a page load the focus starts at the top of the page.
 */
export function useRecordFocus(id: string | undefined): boolean {
  const [first] = useState(id)
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && id !== first) setMoved(true)

  const last = useRef(id)
  useEffect(() => {
    const left = last.current
    last.current = id
    if (left === undefined || id !== undefined) return
    const rows = document.querySelector('.list-content')
    const row = rows?.querySelector<HTMLElement>(`[data-record="${CSS.escape(left)}"]`)
    const place = row ?? rows?.querySelector<HTMLElement>('[data-record][tabindex="0"]')
    if (place && isFocusLost(place)) place.focus()
  }, [id])
  return hasMoved
}
