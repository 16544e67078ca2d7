import { client } from '@tavla/app-shell/frame'
import type { DisksAnswer } from '@tavla/client'
import { useEffect } from 'react'
import { useLiveReading } from '../reading/useLiveReading.ts'

/** How often the disks are asked for again, in milliseconds. */
const interval = 60_000

/** Free room on the disks of HQ and its servers, and HQ's own damaged files; undefined until it is known. */
export function useDisks(): DisksAnswer | undefined {
  const { value, reload } = useLiveReading('disks', client.app.disks)
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), interval)
    return () => clearInterval(timer)
  }, [reload])
  return value
}
