import { ConfirmLeave, ConfirmStop } from '@tavla/entity-ui'
import { useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { isBoundToScreen, isUploadAlone, unsavedQuestion, watchUnsavedQuestion } from '../records/unsaved.ts'
import { useHeldUploads } from '../records/useHeldUploads.ts'

/**
 * Asks before another screen, or the end of the session, discards a draft or running uploads (reference:
 * screens, Drafts).
 */
export function LeaveGuard() {
  useHeldUploads()
  const answer = useSyncExternalStore(watchUnsavedQuestion, unsavedQuestion)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isBoundToScreen(),
  )
  if (blocker.state === 'blocked') return <Question onLeave={blocker.proceed} onStay={blocker.reset} />
  if (answer) return <Question onLeave={() => answer(true)} onStay={() => answer(false)} />
  return null
}

function Question(props: { onLeave: () => void; onStay: () => void }) {
  // Fixed when the question opens, because the upload may end in the meantime.
  const [isUpload] = useState(isUploadAlone)
  return isUpload ? <ConfirmStop {...props} /> : <ConfirmLeave {...props} />
}
