import { lazyPart } from '@tavla/ui'
import { Suspense, useSyncExternalStore } from 'react'
import { answerConfirmations, shownQuestion, watchQuestion } from './confirmations.ts'

const ProductionChange = lazyPart(() => import('./ProductionChange.tsx'), 'window')
const WithoutBackup = lazyPart(() => import('./WithoutBackup.tsx'), 'window')

answerConfirmations()

/** The window of the call that waits for a confirmation. */
export function ProductionLayer() {
  const question = useSyncExternalStore(watchQuestion, shownQuestion)
  if (question === null) return null
  return (
    <Suspense fallback={null}>
      {question.kind === 'force' ? <WithoutBackup question={question} /> : <ProductionChange question={question} />}
    </Suspense>
  )
}
