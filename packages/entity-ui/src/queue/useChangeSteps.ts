import type { QueuedChange } from '@tavla/client'
import { useEnvironment } from '../environment.ts'
import { showQueueWindow } from './active-queue.ts'
import { takeBackChange } from './take-back.ts'
import { takeUpChange } from './take-up-change.ts'

/**
 * The steps that a person can take with such a change: `open` where it needs a decision, `takeBack` once.
 */
export function useChangeSteps(change: QueuedChange) {
  const environment = useEnvironment()
  const { onError } = environment
  const { operation, state } = change
  const takeUp = async () => {
    showQueueWindow(null)
    await takeUpChange(change, environment).catch(onError)
  }
  const steps = {
    waiting: undefined,
    undoing: undefined,
    clash: () => showQueueWindow({ kind: 'clash', operation }),
    refused: () => void takeUp(),
  }
  return {
    open: steps[state],
    takeBack: state === 'undoing' ? undefined : () => void takeBackChange(change).catch(onError),
    /** A change that needs a person is not on its way, so that only its values are given up. */
    takeBackLabel: state === 'waiting' ? 'Take Back' : 'Discard',
  }
}
