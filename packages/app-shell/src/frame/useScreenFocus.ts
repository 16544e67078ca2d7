import { announce } from '@tavla/ui'
import { useEffect } from 'react'

/** Whoever has just opened the page begins at its top. */
let isFirst = true

/** When the control that led here is gone with its screen, the focus goes to the content of the new one, whose name is said. */
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
