import { type DraftKind, type KeptDraft, keepDraft, readDraft } from '@tavla/client/browser'
import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { createDraftKeeper, keepWhenHidden } from './draft-keeper.ts'
import { type FormFields, keptOf, keptOver, takeUp } from './kept-values.ts'
import { useCannotKeep } from './useCannotKeep.ts'
import { useDraftKey } from './useDraftKey.ts'

type Values = Readonly<Record<string, unknown>>

interface WindowDraftOptions {
  kind: DraftKind
  entity: string
  /** '' for a new record. */
  id: string
  /** The values that were typed; {} for none. */
  values: Values
  /** The stored record that the values change, if there is one. */
  base?: EntityRecord | null
  form: FormFields
  /** Puts kept values into the window, and for a stored record what they stand on. */
  onContinue: (values: Values, base: EntityRecord) => void
  /** Opens the window again, after its closing was undone. */
  onReopen?: (() => void) | undefined
}

/**
 * The kept draft of a window, or of a small form: offered when it opens, forgotten when it closes (reference: screens,
 * Drafts).
 */
export function useWindowDraft(options: WindowDraftOptions) {
  const { kind, entity, id, values, base = null, form, onContinue, onReopen } = options
  const { t } = useI18n()
  const key = useDraftKey(kind, entity, id)
  const onFailed = useCannotKeep()
  const keeper = useMemo(() => createDraftKeeper(key, onFailed), [key, onFailed])
  const [waiting, setWaiting] = useState<KeptDraft | null>(null)
  const wasTyped = useRef(false)
  const hasTyped = Object.keys(values).length > 0
  const { fields, links } = form

  useEffect(() => {
    let isOver = false
    readDraft(key).then(
      (draft) => !isOver && setWaiting(draft ?? null),
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [key])
  useEffect(() => keepWhenHidden(keeper), [keeper])
  useEffect(() => {
    const isTyped = Object.keys(values).length > 0
    if (!isTyped && !wasTyped.current) return
    wasTyped.current = isTyped
    // The waiting values stay in the draft until the person has answered.
    keeper.note(() => keptOver(waiting, isTyped ? keptOf({ base, changes: values }, { fields, links }) : null))
  }, [keeper, values, base, waiting, fields, links])

  const offerBack = (draft: KeptDraft, onBack?: () => void) => {
    const restore = async () => {
      await keepDraft(key, draft).catch(onFailed)
      onBack?.()
    }
    notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: () => void restore() } })
  }

  return {
    kept: keeper,
    waitingSince: waiting?.at ?? null,
    resume: () => {
      if (!waiting) return
      const taken = takeUp(waiting, base ?? { id }, fields)
      if (taken.gone.length > 0) notify(t('Not restored: {0}', [taken.gone.map((label) => t(label)).join(', ')]))
      setWaiting(null)
      onContinue({ ...taken.changes, ...values }, taken.base)
    },
    discardWaiting: () => {
      if (!waiting) return
      setWaiting(null)
      if (!hasTyped) keeper.discard()
      offerBack(waiting, () => setWaiting(waiting))
    },
    /** The window was closed without its work being done. */
    forget: () => {
      const draft = hasTyped ? keptOver(waiting, keptOf({ base, changes: values }, form)) : null
      if (!draft) return
      keeper.discard()
      offerBack(draft, onReopen)
    },
    /** The work of the window was done. */
    done: keeper.discard,
  }
}
