import { useEffect, useRef } from 'react'
import { addPreparation } from './printing.ts'

/** Has printing wait for `prepare`, where the person prints from the page itself; the browser's own menu waits for nothing. */
export function usePreparation(prepare: () => Promise<void>): void {
  const latest = useRef(prepare)
  useEffect(() => {
    latest.current = prepare
  })
  useEffect(() => addPreparation(() => latest.current()), [])
}
