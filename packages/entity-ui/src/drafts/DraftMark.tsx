import { useFieldForm } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useDraftMark } from './draft-marks.ts'

/** Marks a row or tile whose record has unsaved changes in this browser (reference: screens, Drafts). */
export function DraftMark({ id }: { id: string }) {
  const { t } = useI18n()
  const { entity } = useFieldForm()
  if (!useDraftMark(entity, id)) return null
  const label = t('Unsaved changes')
  return (
    <span className="draft-mark" title={label}>
      <Icon name="edit" size="small" />
      <span className="visually-hidden">{label}</span>
    </span>
  )
}
