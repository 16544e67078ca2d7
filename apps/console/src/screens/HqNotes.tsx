import { isAlmostFull } from '@tavla/contract'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import { useDisks } from './useDisks.ts'

// Most sites never see one.
const HqWarnings = lazyPart(() => import('./HqWarnings.tsx'), 'line')

/** Warnings above all projects: nearly full disks of HQ and its servers, and HQ's own damaged files. */
export function HqNotes() {
  const value = useDisks()
  const isWell = !value || !(value.disks.some(isAlmostFull) || value.damaged_files?.count)
  if (isWell) return null
  return (
    <Suspense fallback={null}>
      <HqWarnings {...value} />
    </Suspense>
  )
}
