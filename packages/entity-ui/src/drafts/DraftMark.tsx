import { useFieldForm } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { stateTexts, useLastChange } from '../queue/useLastChange.ts'
import { useDraftMark } from './draft-marks.ts'

/** Marks a row or tile whose record has changes in this browser that are not saved, or not sent (reference: screens, Drafts). */
export function DraftMark({ id }: { id: string }) {
  const { t } = useI18n()
  const { entity } = useFieldForm()
  const change = useLastChange(entity, id)
  const isDraft = useDraftMark(entity, id)
  if (!change && !isDraft) return null
  const label = t(stateTexts[change?.state ?? 'refused'])
  return (
    <span className="draft-mark" title={label}>
      <Icon name={change ? 'cloud_off' : 'edit'} size="small" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
