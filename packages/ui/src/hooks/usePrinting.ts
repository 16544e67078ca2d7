import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { printPage } from './printing.ts'
import { usePreparation } from './usePreparation.ts'
import { useShortcut } from './useShortcut.ts'

/**
 * The content for paper; null if nothing was read, because the browser's own menu waits for nothing or the reading
 * failed.
 */
export interface Printing<Content> {
  content: Content | null
}

/**
 * Set from just before the page is printed until after, so that the paper version is drawn by then. When the user
 * prints from the page itself, `prepare` first reads content that the screen does not hold.
 */
export function usePrinting<Content>(prepare: () => Promise<Content>): Printing<Content> | null {
  const [printing, setPrinting] = useState<Printing<Content> | null>(null)
  const prepared = useRef<Content>(null)
  usePreparation(async () => {
    prepared.current = await prepare()
  })
  useShortcut('Mod+P', () => void printPage())
  useEffect(() => {
    // The browser prints the page in its state at the end of this event.
    const begin = () => flushSync(() => setPrinting({ content: prepared.current }))
    const end = () => {
      prepared.current = null
      setPrinting(null)
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
