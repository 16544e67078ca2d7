import { ConfirmLeave } from '@tavla/entity-ui'
import { useSyncExternalStore } from 'react'
import { useBlocker } from 'react-router'
import { hasUnsaved, unsavedQuestion, watchUnsavedQuestion } from '../records/unsaved.ts'

/** Asks before another screen, or the end of the session, takes a draft away (contract 8.46). */
export function LeaveGuard() {
  const answer = useSyncExternalStore(watchUnsavedQuestion, unsavedQuestion)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasUnsaved(),
  )
  if (blocker.state === 'blocked') return <ConfirmLeave onLeave={blocker.proceed} onStay={blocker.reset} />
  if (answer) return <ConfirmLeave onLeave={() => answer(true)} onStay={() => answer(false)} />
  return null
}
