import type { EntityState } from '@tavla/client'
import { useEffect } from 'react'

let left: string | undefined

/** Remembers the project whose screen is open, until the list of projects is back. */
export function noteProject(id: string): void {
  left = id
}

/** Whoever comes back from a project finds the focus on its row, once that is there. */
export function useLeftProject({ status }: EntityState): void {
  useEffect(() => {
    if (status !== 'ready' || left === undefined) return
    let frame = 0
    let framesLeft = mostFrames
    // The rows are drawn when the list knows its height.
    const look = () => {
      const row = document.querySelector<HTMLElement>(`.list-content [data-record="${CSS.escape(left ?? '')}"]`)
      if (!row && isOnPage() && --framesLeft > 0) {
        frame = requestAnimationFrame(look)
        return
      }
      left = undefined
      if (isOnPage()) row?.focus()
    }
    frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [status])
}

/** A second on most screens; a row that is not there by then is on another page of the list. */
const mostFrames = 60

function isOnPage(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === 'main'
}
