import { isFocusLost } from '@tavla/entity-ui'
import { useEffect, useRef, useState } from 'react'

/**
 * Whoever leaves a record finds the focus on its row, or on another one when the record is gone with what had the focus.
 * True once somebody has moved from record to record or list: who has just opened the page begins at its top.
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
