import { stopUploads, uploadsUnderWay, watchUploads } from '@tavla/entity-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { holdUnsaved } from './unsaved.ts'

/** Registers running uploads as unsaved work. */
export function useHeldUploads(): void {
  const { bound, free } = useSyncExternalStore(watchUploads, uploadsUnderWay)
  const hasBound = bound > 0
  const hasFree = free > 0
  useEffect(() => (hasBound ? holdUnsaved('upload', { onDrop: stopUploads }) : undefined), [hasBound])
  useEffect(() => (hasFree ? holdUnsaved('background upload', { onDrop: stopUploads }) : undefined), [hasFree])
}
