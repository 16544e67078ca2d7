import { type RefObject, useEffect, useState } from 'react'
import { uploadDefaults } from './upload-defaults.ts'

/**
 * True while an element is narrower than `width` CSS pixels; measures again 250 ms after the last resize (reference:
 * screens, Screen constants).
 */
export function useNarrow(element: RefObject<HTMLElement | null>, width: number): boolean {
  const [isNarrow, setNarrow] = useState(false)
  useEffect(() => {
    if (!element.current) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => setNarrow((element.current?.clientWidth ?? width) < width)
    const observer = new ResizeObserver(() => {
      clearTimeout(timer)
      timer = setTimeout(look, uploadDefaults.resizeDebounce)
    })
    look()
    observer.observe(element.current)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [element, width])
  return isNarrow
}
