import { type DraftKind, type KeptDraft, keepDraft, readDraft } from '@tavla/client/browser'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useMemo, useState } from 'react'
import { createDraftKeeper, keepWhenHidden } from './draft-keeper.ts'
import { type FormFields, keptOf, takeUp } from './kept-values.ts'
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
  form: FormFields
  /** Puts kept values into the window. */
  onContinue: (values: Values) => void
  /** Opens the window again, after its closing was undone. */
  onReopen: (() => void) | undefined
}

/** The kept draft of a window: offered when the window opens, forgotten when it closes (reference: screens, Drafts). */
export function useWindowDraft({ kind, entity, id, values, form, onContinue, onReopen }: WindowDraftOptions) {
  const { t } = useI18n()
  const key = useDraftKey(kind, entity, id)
  const onFailed = useCannotKeep()
  const keeper = useMemo(() => createDraftKeeper(key, onFailed), [key, onFailed])
  const [waiting, setWaiting] = useState<KeptDraft | null>(null)
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
    // The waiting values stay in the draft until the person has answered.
    const changes = { ...waiting?.changes, ...values }
    if (Object.keys(values).length > 0) keeper.note(() => keptOf({ base: null, changes }, { fields, links }))
  }, [keeper, values, waiting, fields, links])

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
      const { changes, gone } = takeUp(waiting, { id }, fields)
      if (gone.length > 0) notify(t('Not restored: {0}', [gone.map((label) => t(label)).join(', ')]))
      setWaiting(null)
      onContinue({ ...changes, ...values })
    },
    discardWaiting: () => {
      if (!waiting) return
      setWaiting(null)
      if (!hasTyped) keeper.discard()
      offerBack(waiting, () => setWaiting(waiting))
    },
    /** The window was closed without its work being done. */
    forget: () => {
      const draft = hasTyped ? keptOf({ base: null, changes: { ...waiting?.changes, ...values } }, form) : null
      if (!draft) return
      keeper.discard()
      offerBack(draft, onReopen)
    },
    /** The work of the window was done. */
    done: keeper.discard,
  }
}
