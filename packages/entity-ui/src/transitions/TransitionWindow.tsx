import { type EntityStore, toApiError } from '@tavla/client'
import type { EntityRecord, Meta } from '@tavla/contract'
import { type AskingTransition, AskWindow, type TransitionAnswers } from './AskWindow.tsx'
import { takeTransition } from './take-transition.ts'

interface TransitionWindowProps {
  store: EntityStore
  meta: Meta
  record: EntityRecord
  transition: AskingTransition
  onClose: () => void
  onTaken: (record: EntityRecord) => void
  /** The transition cannot be taken from the state in which the record is. */
  onOutdated: (error: unknown) => void
}

/** Asks what a transition needs, and takes it (reference: screens, Transitions). */
export default function TransitionWindow(props: TransitionWindowProps) {
  const { store, meta, record, transition, onClose, onTaken, onOutdated } = props
  const take = async (answers: TransitionAnswers) => {
    const step = transition.id === null ? { force: 1 as const } : { transition: transition.id }
    try {
      onTaken(await takeTransition(store, record, { to: transition.to, ...step, ...answers }))
    } catch (error) {
      if (toApiError(error).code !== 409) throw error
      onOutdated(error)
    }
  }
  return <AskWindow {...{ meta, record, transition, onClose }} onAnswer={take} />
}
