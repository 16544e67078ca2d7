import { type EntityState, isOfThisTab } from '@tavla/client'
import { useI18n } from '@tavla/i18n/react'
import { notify, untilAnswered } from '@tavla/ui'
import { useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'
import { isTakenBack } from '../queue/taken-back.ts'
import type { RecordNavigation } from './detail-view-props.ts'
import { useBringBack } from './useBringBack.ts'
import type { RecordForm } from './useRecordForm.ts'

interface RecordFateOptions extends Pick<RecordNavigation, 'onLeave'> {
  id: string
  state: EntityState
  /** True if the record was deleted here. */
  isRemoved: boolean
  form: Pick<RecordForm, 'isEditing' | 'isDirty' | 'abandon'>
  onRenamed: RecordNavigation['onRenamed']
}

/** Leaves a deleted record, with a way back for users who may restore it, and follows a renamed one. */
export function useRecordFate({ id, state, isRemoved, form, onLeave, onRenamed }: RecordFateOptions): void {
  const { t } = useI18n()
  const { client, session, navigate, recordPath } = useEnvironment()
  const bringBack = useBringBack()
  const { entity, meta, activeEntity: record, notice } = state

  const isTold = useRef(false)

  const tellDeleted = async () => {
    const item = await client.trash.restorable(entity, id).catch(() => null)
    // The notice of one's own step tells it, and takes it back.
    if (item?.operation && isOfThisTab(item.operation)) return
    const restore = async (from: string) => {
      const path = recordPath(entity, id)
      if ((await bringBack({ entity, id, meta, record }, from)) && path !== undefined) navigate(path)
    }
    // Mod+Z takes back one's own changes alone.
    const action = item !== null && { label: t('Restore'), onAction: () => void restore(item.id), hasKey: false }
    // The user may look at another tab meanwhile; about another tab of one's own a word is enough.
    const duration = notice?.user === session.user ? undefined : untilAnswered
    notify(t('This record was deleted.'), { ...(action && { action, ...(duration && { duration }) }) })
  }

  // Typed changes stay on the screen, since the record may come back.
  const isGone = isRemoved || (notice?.kind === 'deleted' && !form.isDirty)
  useEffect(() => {
    if (!isGone) return
    // Discards the draft first, or the router would ask about it.
    if (form.isEditing) return form.abandon(isRemoved)
    if (!isRemoved && !isTold.current && !isTakenBack(id)) void tellDeleted()
    isTold.current = true
    onLeave()
  })
  useEffect(() => {
    if (notice?.kind === 'renamed' && notice.newId) onRenamed?.(notice.newId)
  }, [notice, onRenamed])
}
