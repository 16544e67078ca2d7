import { useState } from 'react'

/** Counts the changes of a text. */
export function useCount(text: string): number {
  const [known, setKnown] = useState({ text, count: 0 })
  if (known.text === text) return known.count
  setKnown({ text, count: known.count + 1 })
  return known.count + 1
}
