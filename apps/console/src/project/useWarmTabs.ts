import { useEffect } from 'react'
import { loadScreen, type ScreenName } from '../operator.ts'

/** The tabs whose code comes by itself. */
const others: readonly ScreenName[] = ['StagingTab', 'Editor', 'Logs']

/** How long the first tab has for itself, in milliseconds. */
const pause = 300

/** Loads the code of a project's other tabs while the first one is looked at, so that each opens at once. */
export function useWarmTabs(): void {
  useEffect(() => {
    // What can't be loaded now is asked for again when its tab is opened, and says so there.
    const warm = () => Promise.allSettled(others.map(async (name) => loadScreen(name)))
    const timer = setTimeout(() => void warm(), pause)
    return () => clearTimeout(timer)
  }, [])
}
