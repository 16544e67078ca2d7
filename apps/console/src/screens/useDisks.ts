import { client } from '@tavla/app-shell/frame'
import type { DisksAnswer } from '@tavla/client'
import { useEffect } from 'react'
import { useLiveReading } from '../reading/useLiveReading.ts'

/** Interval between reads of the disks, in milliseconds. */
const interval = 60_000

/** Free space on the disks of HQ and its servers, and HQ's own damaged files; undefined until known. */
export function useDisks(): DisksAnswer | undefined {
  const { value, reload } = useLiveReading('disks', client.app.disks)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), interval)
    return () => clearInterval(timer)
  }, [reload])
  return value
}
