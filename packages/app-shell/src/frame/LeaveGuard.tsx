import { ConfirmLeave, ConfirmStop } from '@tavla/entity-ui'
import { useState, useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import {
  canKeepAll,
  discardAll,
  isBoundToScreen,
  isUploadAlone,
  keepAll,
  unsavedQuestion,
  watchUnsaved,
} from '../records/unsaved.ts'
import { useHeldUploads } from '../records/useHeldUploads.ts'

/**
 * Asks before another screen, or the end of the session, discards a draft or running uploads (reference:
 * screens, Drafts).
 */
export function LeaveGuard() {
  useHeldUploads()
  const answer = useSyncExternalStore(watchUnsaved, unsavedQuestion)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isBoundToScreen(),
  )
  if (blocker.state === 'blocked') return <Question onLeave={blocker.proceed} onStay={blocker.reset} />
  if (answer) return <Question onLeave={() => answer(true)} onStay={() => answer(false)} />
  return null
}

function Question({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) {
  // Fixed when the question opens, because the upload may end in the meantime.
  const [isUpload] = useState(isUploadAlone)
  const [canKeep] = useState(canKeepAll)
  if (isUpload) return <ConfirmStop onLeave={onLeave} onStay={onStay} />
  const discard = () => {
    discardAll()
    onLeave()
  }
  // Where the browser cannot keep them it has said so, and nothing is left.
  const keep = async () => ((await keepAll()) ? onLeave() : onStay())
  return <ConfirmLeave onLeave={discard} onStay={onStay} onKeep={canKeep ? () => void keep() : undefined} />
}
