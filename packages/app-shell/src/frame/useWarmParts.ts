import { warmParts } from '@tavla/ui'
import { useEffect } from 'react'

/** Time after the frame by which the first screen is loaded, in milliseconds. */
const pause = 3000

/** Loads code of further screens while the browser is idle, so that forms still open when the server is away. */
export function useWarmParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => void warmParts(), pause)
    return () => clearTimeout(timer)
  }, [])
}
