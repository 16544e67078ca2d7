import type { EntityState, EntityStore } from '@tavla/client'
import { type DraftKind, type KeptDraft, keepDraft, readDraft } from '@tavla/client/browser'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useMemo, useRef, useState } from 'react'
import { toDraftRecord } from '../detail/form-drafts.ts'
import { isDirty } from '../detail/record-editing.ts'
import type { useEditing } from '../detail/useEditing.ts'
import { createDraftKeeper, keepWhenHidden } from './draft-keeper.ts'
import { askForDraft, holdDraft, watchHolder } from './edit-lock.ts'
import { keptOf, takeUp } from './kept-values.ts'
import { useCannotKeep } from './useCannotKeep.ts'
import { useDraftKey } from './useDraftKey.ts'
import { useWaitingDraft } from './useWaitingDraft.ts'

/** The draft of a record's form in the database of the browser. */
export interface FormDraftPlace {
  id: string
  kind: DraftKind
}

interface FormDraftOptions {
  place: FormDraftPlace
  state: EntityState
  store: EntityStore
  draft: ReturnType<typeof useEditing>
}

/**
 * Keeps what is typed into a form over reloads and crashes, offers what was kept before, and lets one tab edit at a time
 * (reference: screens, Drafts).
 */
export function useFormDraft({ place, state, store, draft }: FormDraftOptions) {
  const { t } = useI18n()
  const { editing, now, dispatch } = draft
  const { isEditing } = editing
  const { activeEntity: stored, meta } = state
  const key = useDraftKey(place.kind, state.entity, place.id)
  const onFailed = useCannotKeep()
  const keeper = useMemo(() => createDraftKeeper(key, onFailed), [key, onFailed])
  const [isElsewhere, setElsewhere] = useState(false)
  // The draft outlives this form's editing: another tab goes on with it, or its record may come back.
  const isLeftBehind = useRef(false)
  const wasEditing = useRef(false)
  const wasTyped = useRef(false)

  useEffect(() => keepWhenHidden(keeper), [keeper])
  useEffect(() => {
    const hasTyped = isDirty(editing)
    // An untouched form says nothing about a draft of another tab.
    if (!meta || !(hasTyped || wasTyped.current)) return
    wasTyped.current = hasTyped
    const form = { fields: meta.doc_meta.fields, links: meta.links }
    if (editing.isEditing) keeper.note(() => (hasTyped ? keptOf(editing, form) : null))
  }, [keeper, editing, meta])
  useEffect(() => {
    if (wasEditing.current && !isEditing && !isLeftBehind.current) keeper.discard()
    wasEditing.current = isEditing
    if (isEditing) isLeftBehind.current = false
  }, [keeper, isEditing])

  const waiting = useWaitingDraft(key, keeper, isEditing)

  /** Ends editing here and keeps the draft. */
  const leaveBehind = async (isLast: boolean) => {
    if (isLast) await keeper.keep()
    else keeper.forget()
    isLeftBehind.current = true
    dispatch({ type: 'left' })
    store.setEditing(false)
  }
  const latestLeave = useRef(leaveBehind)
  useEffect(() => {
    latestLeave.current = leaveBehind
  })
  useEffect(() => {
    if (isEditing) {
      return holdDraft(key, {
        onRefused: () => void latestLeave.current(false),
        onWanted: () => void latestLeave.current(true),
      })
    }
    const stop = watchHolder(key, setElsewhere)
    return () => {
      stop()
      setElsewhere(false)
    }
  }, [key, isEditing])

  /** Edits the record with the draft over it; false without one. */
  const resume = (kept: KeptDraft | null = waiting): boolean => {
    if (!kept || !stored || !meta || now().isEditing) return false
    const { fields } = meta.doc_meta
    const { base, changes, gone } = takeUp(kept, toDraftRecord(stored, fields), fields)
    if (gone.length > 0) notify(t('Not restored: {0}', [gone.map((label) => t(label)).join(', ')]))
    dispatch({ type: 'restored', base, changes })
    store.setEditing(true)
    return true
  }

  return {
    /** When the waiting draft was typed, in milliseconds; null if none waits. */
    waitingSince: isElsewhere ? null : (waiting?.at ?? null),
    isElsewhere,
    kept: keeper,
    resume: () => resume(),
    discardWaiting: () => {
      if (!waiting) return
      keeper.discard()
      const onAction = () => void keepDraft(key, waiting).catch(onFailed)
      notify(t('Changes discarded'), { action: { label: t('Undo'), onAction } })
    },
    /** Takes the draft over from the tab that edits it. */
    editHere: async (begin: () => void) => {
      await askForDraft(key)
      const kept = await readDraft(key).catch(() => undefined)
      if (!resume(kept ?? null)) begin()
    },
    leaveBehind: () => void leaveBehind(true),
  }
}
