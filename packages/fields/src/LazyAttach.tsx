import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import type { AttachInputProps } from './AttachInput.tsx'

const AttachInput = lazyPart(() => import('./AttachInput.tsx'), 'line')

/** The input of a file, which only forms need. */
export const LazyAttach = (props: AttachInputProps) => (
  <Suspense fallback={<div className="attach-loading" />}>
    <AttachInput {...props} />
  </Suspense>
)
