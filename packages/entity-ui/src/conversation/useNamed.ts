import { useEffect, useRef } from 'react'
import type { TalkItem } from './talk.ts'

interface Ways {
  /** Brings a row to light. */
  find: (id: string) => void
  /** Reads older ones. */
  readOn: () => void
}

/** Brings the note that the address names to light, once it has been read; older ones are read until then. */
export function useNamed(named: string | undefined, items: readonly TalkItem[], ways: Ways): void {
  const found = useRef<string>(undefined)
  const latest = useRef(ways)
  useEffect(() => {
    latest.current = ways
  })
  useEffect(() => {
    if (named === undefined || found.current === named || items.length === 0) return
    if (!items.some(({ record }) => record.id === named)) return latest.current.readOn()
    found.current = named
    // The thread goes to its end first.
    const frame = requestAnimationFrame(() => requestAnimationFrame(() => latest.current.find(named)))
    return () => cancelAnimationFrame(frame)
  }, [named, items])
}
