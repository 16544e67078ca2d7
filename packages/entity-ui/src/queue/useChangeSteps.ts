import type { QueuedChange } from '@tavla/client'
import { useEnvironment } from '../environment.ts'
import { activeQueue, showQueueWindow } from './active-queue.ts'
import { takeUpChange } from './take-up-change.ts'

/** The steps that a person can take with such a change: `open` where it needs a decision, `takeBack` once. */
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
    takeBack: state === 'undoing' ? undefined : () => void activeQueue()?.takeBack(operation).catch(onError),
  }
}
