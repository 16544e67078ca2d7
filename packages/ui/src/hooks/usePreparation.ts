import { useEffect, useRef } from 'react'
import { addPreparation } from './printing.ts'

/** Makes `printPage` wait for `prepare`; the browser's own print menu waits for nothing. */
export function usePreparation(prepare: () => Promise<void>): void {
  const latest = useRef(prepare)
  useEffect(() => {
    latest.current = prepare
  })
  useEffect(() => addPreparation(() => latest.current()), [])
}
