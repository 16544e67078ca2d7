import { useEffect } from 'react'
import type { useFormDraft } from '../drafts/useFormDraft.ts'
import type { RecordNavigation } from './detail-view-props.ts'

interface UnsavedGuardOptions {
  isDirty: boolean
  onDirtyChange: RecordNavigation['onDirtyChange']
  onDraftWaiting: RecordNavigation['onDraftWaiting']
  draft: Pick<ReturnType<typeof useFormDraft>, 'kept' | 'waitingSince'>
}

/**
 * Makes the browser warn before the page is closed or reloaded with changes that it has not kept yet, and tells the app,
 * whose router guards its own routes with `ConfirmLeave` (reference: screens, Drafts).
 */
export function useUnsavedGuard({ isDirty, draft, onDirtyChange, onDraftWaiting }: UnsavedGuardOptions): void {
  const { kept, waitingSince } = draft
  const isWaiting = waitingSince !== null
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!kept.isKept()) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty, kept])

  useEffect(() => {
    onDirtyChange?.(isDirty, kept)
    return () => onDirtyChange?.(false)
  }, [isDirty, kept, onDirtyChange])

  useEffect(() => {
    if (!isWaiting) return
    onDraftWaiting?.(true)
    return () => onDraftWaiting?.(false)
  }, [isWaiting, onDraftWaiting])
}
