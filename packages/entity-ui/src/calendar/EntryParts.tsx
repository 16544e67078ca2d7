import type { EntityRecord } from '@tavla/contract'
import { useI18n } from '@tavla/i18n/react'
import { Checkbox } from '@tavla/ui'
import { RecordLink } from '../list/RecordLink.tsx'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { useCalendarParts } from './calendar-context.ts'

interface EntryTitleProps {
  record: EntityRecord
  titleId: string
  isStop: boolean
}

/** The title of an entry, which opens its record. */
export function EntryTitle({ record, titleId, isStop }: EntryTitleProps) {
  const { card, active, hrefOf, onOpen } = useCalendarParts()
  return (
    <RecordLink
      id={record.id}
      elementId={titleId}
      href={hrefOf(record.id)}
      isCurrent={record.id === active}
      isStop={isStop}
      onOpen={onOpen}
    >
      <RecordTitle record={record} field={card.title} />
    </RecordLink>
  )
}

/** The box that selects an entry, where records can be selected. */
export function EntrySelect({ id, titleId, className }: { id: string; titleId: string; className: string }) {
  const { t } = useI18n()
  const { selected, onSelect } = useCalendarParts()
  if (!onSelect) return null
  return (
    <Checkbox
      className={className}
      aria-label={t('Select Row')}
      aria-describedby={titleId}
      isChecked={selected.has(id)}
      tabIndex={-1}
      onClick={(event) => onSelect(id, event.shiftKey)}
    />
  )
}
