import type { EntityState } from '@tavla/client'
import { useEffect } from 'react'

let left: string | undefined

/** Remembers the project whose screen is open, until the list of projects is back. */
export function noteProject(id: string): void {
  left = id
}

/** After leaving a project, focuses its row as soon as the list shows it. */
export function useLeftProject({ status }: EntityState): void {
  useEffect(() => {
    if (status !== 'ready' || left === undefined) return
    let frame = 0
    let framesLeft = maxFrames
    // The list renders rows once it knows its height.
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

/** Maximum wait, about a second on most screens; a row that is missing by then is on another page of the list. */
const maxFrames = 60

function isOnPage(): boolean {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.id === 'main'
}
