import type { LaneStore } from '@tavla/client/lanes'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Skeleton, useFixedRows } from '@tavla/ui'
import { useMemo, useSyncExternalStore } from 'react'
import { tellCutText } from '../list/cut-text.ts'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { useListScroll } from '../list/useListScroll.ts'
import { useRovingRows } from '../list/useRovingRows.ts'
import { CalendarRow } from './CalendarRow.tsx'
import { useCalendarParts } from './calendar-context.ts'
import { calendarSizes } from './calendar-sizes.ts'
import { dayOf } from './days.ts'

interface CalendarRowsProps {
  lane: LaneStore
  label: string
  /** True beside rows of several days, which are told. */
  hasDays: boolean
  onClear: (() => void) | undefined
}

/** Records in the order of their start; only rows near the viewport are in the page. */
export function CalendarRows({ lane, label, hasDays, onClear }: CalendarRowsProps) {
  const { t } = useI18n()
  const { fields, active, onSelect } = useCalendarParts()
  const state = useSyncExternalStore(lane.subscribe, lane.getSnapshot, lane.getSnapshot)
  const { activeList, listInfo, status, isLoading } = state
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(activeList.length, calendarSizes.row)
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  useListScroll(state, lane, { parentRef, size: calendarSizes.row })
  const { stop, handlers } = useRovingRows({
    ...{ parentRef, size: calendarSizes.row, ids, active },
    keys: { onSelect, onClear },
  })
  const startOf = (record: EntityRecord | undefined) => dayOf(record?.[fields.start.fieldname])
  const isWaiting = (status === 'idle' || status === 'loading') && activeList.length === 0
  return (
    <div ref={parentRef} className="planner-rows" aria-busy={isLoading}>
      {isWaiting && <Skeleton shape="rows" lines={3} label={t('Loading…')} />}
      {status === 'ready' && activeList.length === 0 && (
        <p className="planner-none">
          <Text source="No records found" />
        </p>
      )}
      {activeList.length > 0 && (
        <ul aria-label={label} style={{ blockSize: total }} {...handlers} onPointerMove={tellCutText}>
          {items.map(({ index, start }) => {
            const record = activeList[index]
            if (!record) return null
            const day = startOf(record)
            return (
              <li
                key={record.id}
                className="planner-place"
                aria-setsize={listInfo.totalCount}
                aria-posinset={index + 1}
                style={{ insetBlockStart: start }}
              >
                <CalendarRow
                  record={record}
                  day={hasDays ? day : undefined}
                  isFirst={day !== startOf(activeList[index - 1])}
                  isStop={index === stop}
                />
              </li>
            )
          })}
        </ul>
      )}
      <ReadFailed state={state} store={lane} />
    </div>
  )
}
