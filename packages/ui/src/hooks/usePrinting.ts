import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { printPage } from './printing.ts'
import { usePreparation } from './usePreparation.ts'
import { useShortcut } from './useShortcut.ts'

/** What paper shows: null is what was at hand, because the browser's own menu waits for nothing or nothing could be read. */
export interface Printing<Content> {
  content: Content | null
}

/**
 * Set from just before the page is printed until after, so that what paper needs is drawn by then. `prepare` reads what the
 * screen does not hold, where the person prints from the page itself.
 */
export function usePrinting<Content>(prepare: () => Promise<Content>): Printing<Content> | null {
  const [printing, setPrinting] = useState<Printing<Content> | null>(null)
  const prepared = useRef<Content>(null)
  usePreparation(async () => {
    prepared.current = await prepare()
  })
  useShortcut('Mod+P', () => void printPage())
  useEffect(() => {
    // The browser takes the page as it stands when this event is over.
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
