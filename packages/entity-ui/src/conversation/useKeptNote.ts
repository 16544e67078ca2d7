import { type KeptDraft, keepDraft, readDraft } from '@tavla/client/browser'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect, useMemo, useState } from 'react'
import { createDraftKeeper } from '../drafts/draft-keeper.ts'
import { useCannotKeep } from '../drafts/useCannotKeep.ts'
import { useDraftKey } from '../drafts/useDraftKey.ts'

/**
 * Whether a note is edited, and the change of it that the browser keeps: one that waits opens the note again (reference:
 * screens, Drafts).
 */
export function useKeptNote(id: string, isOwn: boolean) {
  const { t } = useI18n()
  const key = useDraftKey('note', 'Note', id)
  const onFailed = useCannotKeep()
  const keeper = useMemo(() => createDraftKeeper(key, onFailed), [key, onFailed])
  const [isEditing, setEditing] = useState(false)
  const [kept, setKept] = useState<KeptDraft | null>(null)
  const reopen = (draft: KeptDraft) => {
    setKept(draft)
    setEditing(true)
  }
  useEffect(() => {
    if (!isOwn) return
    let isOver = false
    readDraft(key).then(
      (draft) => {
        if (draft && !isOver) {
          setKept(draft)
          setEditing(true)
        }
      },
      () => undefined,
    )
    return () => {
      isOver = true
    }
  }, [key, isOwn])
  const end = () => {
    setEditing(false)
    setKept(null)
    keeper.discard()
  }
  return {
    keeper,
    isEditing,
    kept,
    begin: () => setEditing(true),
    /** The change was saved. */
    end,
    /** The change is given up; a notice brings it back. */
    discard: (draft: KeptDraft | null) => {
      end()
      if (!draft) return
      const restore = async () => {
        await keepDraft(key, draft).catch(onFailed)
        reopen(draft)
      }
      notify(t('Changes discarded'), { action: { label: t('Undo'), onAction: () => void restore() } })
    },
  }
}
