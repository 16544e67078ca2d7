import { warmParts } from '@tavla/ui'
import { useEffect } from 'react'

/** How long after the frame the first screen is surely there, in milliseconds. */
const pause = 3000

/** Loads what further work will need while there is nothing else to do, so that a server that goes away takes no form along. */
export function useWarmParts(): void {
  useEffect(() => {
    const timer = setTimeout(() => void warmParts(), pause)
    return () => clearTimeout(timer)
  }, [])
}
