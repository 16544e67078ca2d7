import { announce } from '@tavla/ui'
import { useEffect } from 'react'

/** On the first screen after a page load the focus starts at the top of the page. */
let isFirst = true

/** Moves the focus to the content of a new screen, and announces its name, if the control that led here is gone. */
export function useScreenFocus(name: string | undefined): void {
  useEffect(() => {
    if (name === undefined) return
    const isEntry = isFirst
    isFirst = false
    if (isEntry || document.activeElement !== document.body) return
    document.getElementById('main')?.focus({ preventScroll: true })
    announce(name)
  }, [name])
}
