import { stopUploads, uploadsUnderWay, watchUploads } from '@tavla/entity-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { holdUnsaved } from './unsaved.ts'

/** Counts files that are on their way among what nothing takes away unasked. */
export function useHeldUploads(): void {
  const { bound, free } = useSyncExternalStore(watchUploads, uploadsUnderWay)
  const hasBound = bound > 0
  const hasFree = free > 0
  useEffect(() => (hasBound ? holdUnsaved('upload', stopUploads) : undefined), [hasBound])
  useEffect(() => (hasFree ? holdUnsaved('background upload', stopUploads) : undefined), [hasFree])
}
