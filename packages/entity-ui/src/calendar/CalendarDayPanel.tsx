import type { LaneStore } from '@tavla/client/lanes'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Icon, IconButton } from '@tavla/ui'
import { useId, useSyncExternalStore } from 'react'
import { CalendarRows } from './CalendarRows.tsx'
import { useDayNames } from './day-names.ts'
import type { Day } from './days.ts'

interface CalendarDayPanelProps {
  day: Day
  lane: LaneStore
  /** Adds a record on this day, if the person may. */
  onAdd: (() => void) | undefined
  /** Closes the panel; undefined where it always stands. */
  onClose: (() => void) | undefined
  onClear: (() => void) | undefined
}

/** All entries of one day. */
export function CalendarDayPanel({ day, lane, onAdd, onClose, onClear }: CalendarDayPanelProps) {
  const { t, formatNumber } = useI18n()
  const names = useDayNames()
  const id = useId()
  const { listInfo, status } = useSyncExternalStore(lane.subscribe, lane.getSnapshot, lane.getSnapshot)
  const count = listInfo.totalCount
  return (
    <section className="planner-panel" aria-labelledby={id} data-day={day}>
      <header className="planner-panel-head">
        <h3 id={id}>{names.day(day)}</h3>
        {status === 'ready' && (
          <span className="planner-panel-count">
            <bdi className="numeric">{formatNumber(count)}</bdi>{' '}
            <Text source="{0, plural, one {Record} other {Records}}" args={[count]} />
          </span>
        )}
        {onClose && <IconButton icon="close" size="small" label={t('Close')} onClick={onClose} />}
      </header>
      <CalendarRows key={day} lane={lane} label={names.day(day)} hasDays={false} onClear={onClear} />
      {onAdd && (
        <Button
          className="planner-panel-add"
          variant="quiet"
          size="small"
          icon={<Icon name="add" size="small" />}
          onClick={onAdd}
        >
          <Text source="Add" />
        </Button>
      )}
    </section>
  )
}
