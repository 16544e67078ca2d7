import { type EntityStore, toApiError } from '@tavla/client'
import type { EntityRecord, Meta, OpenTransition } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { Suspense, useState } from 'react'
import { TransitionWindow } from './lazy.ts'

interface Asking {
  transition: OpenTransition
  record: EntityRecord
  settle: (saved: EntityRecord | null) => void
}

/** The window of a transition for a screen that waits for its end: the saved record, or null if it was given up. */
export function useAskedTransition(store: EntityStore, meta: Meta) {
  const { t } = useI18n()
  const [asking, setAsking] = useState<Asking | null>(null)
  const ask = (transition: OpenTransition, record: EntityRecord): Promise<EntityRecord | null> =>
    new Promise((settle) => setAsking({ transition, record, settle }))
  const end = (saved: EntityRecord | null) => {
    asking?.settle(saved)
    setAsking(null)
  }
  const window = asking && (
    <Suspense fallback={<span className="visually-hidden">{t('Loading…')}</span>}>
      <TransitionWindow
        {...{ store, meta }}
        record={asking.record}
        transition={asking.transition}
        onClose={() => end(null)}
        onTaken={end}
        onOutdated={(error) => {
          notify(errorMessage(toApiError(error), t), { tone: 'error', duration: 8000 })
          end(null)
        }}
      />
    </Suspense>
  )
  return { ask, window }
}
