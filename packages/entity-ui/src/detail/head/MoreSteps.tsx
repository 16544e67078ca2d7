import { createListeners } from '@tavla/client'
import { createContext, type ReactNode, use, useEffect, useLayoutEffect, useSyncExternalStore } from 'react'

/** Holds the steps that an entity's actions add to the record's menu. */
export interface AddedSteps {
  get(): ReactNode
  set(steps: ReactNode): void
  watch(listener: () => void): () => void
}

export function createAddedSteps(): AddedSteps {
  const changes = createListeners()
  let steps: ReactNode = null
  return {
    get: () => steps,
    set(next) {
      steps = next
      changes.tell()
    },
    watch: changes.listen,
  }
}

/** Provides the place of the added steps to the actions of a record; null outside a record. */
export const AddedStepsContext = createContext<AddedSteps | null>(null)

/**
 * Puts items into the menu of the record whose actions render it, so that a record has one menu. It is held apart from
 * React's state, because the items are new with each rendering and the whole record would be drawn for them.
 */
export function MoreSteps({ children }: { children: ReactNode }) {
  const added = use(AddedStepsContext)
  useLayoutEffect(() => added?.set(children))
  useEffect(() => () => added?.set(null), [added])
  return null
}

/** The items that the actions of the record added. */
export function useAddedSteps(): ReactNode {
  const added = use(AddedStepsContext)
  return useSyncExternalStore(added?.watch ?? unwatched, added?.get ?? none)
}

const unwatched = () => () => undefined
const none = (): ReactNode => null
