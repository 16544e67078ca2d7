import { type EntityStore, toApiError } from '@tavla/client'
import type { EntityRecord, Meta, OpenTransition } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { type ReactNode, Suspense, useState } from 'react'
import { tellWritten } from '../undo/undo-flow.ts'
import type { AskingTransition } from './AskWindow.tsx'
import { TransitionWindow } from './lazy.ts'
import { takeTransition } from './take-transition.ts'
import { asksFirst } from './transitions.ts'

interface Transitions {
  isPending: boolean
  /** Takes a transition, after its window if it asks something. */
  take(transition: OpenTransition): void
  /** Asks for a reason, and takes the record to a state to which no transition leads. */
  force(to: string): void
  window: ReactNode
}

/** The transitions of the open record; a refused one is told, and the record is read again. */
export function useTransitions(store: EntityStore, meta: Meta | null, record: EntityRecord | null): Transitions {
  const { t } = useI18n()
  const [asking, setAsking] = useState<AskingTransition | null>(null)
  const [isPending, setPending] = useState(false)
  const tellRefused = (error: unknown) => {
    setAsking(null)
    notify(errorMessage(toApiError(error), t), { tone: 'error', duration: 8000 })
    void store.reloadRecord()
  }
  const tellTaken = (saved: EntityRecord) => {
    setAsking(null)
    tellWritten(t, t('Saved'), store.entity, saved.id)
    // An answer without them leaves the former ones in sight.
    if (!Array.isArray(saved._transitions)) void store.reloadRecord()
  }
  const take = async (transition: OpenTransition) => {
    if (!meta || !record || isPending) return
    if (asksFirst(meta, record, transition)) return setAsking(transition)
    setPending(true)
    const step = { to: transition.to, transition: transition.id }
    await takeTransition(store, record, step).then(tellTaken, tellRefused)
    setPending(false)
  }
  const force = (to: string) => setAsking({ id: null, title: to, to, needs_reason: 1, ask_fields: [] })
  const window = asking && meta && record && (
    <Suspense fallback={<span className="visually-hidden">{t('Loading…')}</span>}>
      <TransitionWindow
        {...{ store, meta, record }}
        transition={asking}
        onClose={() => setAsking(null)}
        onTaken={tellTaken}
        onOutdated={tellRefused}
      />
    </Suspense>
  )
  return { isPending, take: (transition) => void take(transition), force, window }
}
