import type { RecordNotice } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEffect } from 'react'
import type { RecordNavigation } from './detail-view-props.ts'
import type { RecordForm } from './useRecordForm.ts'

interface RecordFateOptions extends Pick<RecordNavigation, 'onLeave'> {
  notice: RecordNotice | null
  /** True if the record was deleted here. */
  isRemoved: boolean
  form: Pick<RecordForm, 'isEditing' | 'isDirty' | 'abandon'>
  onRenamed: RecordNavigation['onRenamed']
}

/** Leaves a deleted record, and follows a renamed one. */
export function useRecordFate({ notice, isRemoved, form, onLeave, onRenamed }: RecordFateOptions): void {
  const { t } = useI18n()
  // Typed changes stay on the screen, since the record may come back.
  const isGone = isRemoved || (notice?.kind === 'deleted' && !form.isDirty)
  useEffect(() => {
    if (!isGone) return
    // Discards the draft first, or the router would ask about it.
    if (form.isEditing) return form.abandon(isRemoved)
    if (!isRemoved) notify(t('This record was deleted.'))
    onLeave()
  })
  useEffect(() => {
    if (notice?.kind === 'renamed' && notice.newId) onRenamed?.(notice.newId)
  }, [notice, onRenamed])
}
