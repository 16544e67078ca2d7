import { useEffect } from 'react'
import { loadScreen, type ScreenName } from '../operator.ts'

/** The tabs whose code loads ahead. */
const others: readonly ScreenName[] = ['StagingTab', 'Editor', 'Logs']

/** Time for the first tab alone, in milliseconds. */
const pause = 300

/** Loads the code of a project's other tabs while the user reads the first one, so that each opens at once. */
export function useWarmTabs(): void {
  useEffect(() => {
    // A failed load is ignored: opening its tab tries again, and shows the failure.
    const warm = () => Promise.allSettled(others.map(async (name) => loadScreen(name)))
    const timer = setTimeout(() => void warm(), pause)
    return () => clearTimeout(timer)
  }, [])
}
