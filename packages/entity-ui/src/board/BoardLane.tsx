import type { LaneStore } from '@tavla/client/lanes'
import type { EntityRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, Skeleton, useFixedRows } from '@tavla/ui'
import { type Ref, useImperativeHandle, useMemo, useSyncExternalStore } from 'react'
import { tellCutText } from '../list/cut-text.ts'
import { ReadFailed } from '../list/ReadFailed.tsx'
import { useListScroll } from '../list/useListScroll.ts'
import { useRovingRows } from '../list/useRovingRows.ts'
import { BoardCard } from './BoardCard.tsx'
import type { CardFields } from './board-fields.ts'
import type { Carried } from './carrying.ts'

/** How other columns reach into this one. */
export interface LaneHandle {
  /** Focuses the card at an index, or the nearest one; false if there is none. */
  focusAt(index: number): boolean
}

export interface BoardLaneProps {
  lane: LaneStore
  labelledBy: string
  describedBy: string | undefined
  fields: CardFields
  /** Height in pixels of a card with its gap. */
  size: number
  active: string | null
  isSelected: (id: string) => boolean
  carried: Carried | null
  /** The index at which the carried card would stand here; undefined in the other columns. */
  gapAt: ((rows: readonly EntityRecord[]) => number) | undefined
  hrefOf: (id: string) => string | undefined
  onOpen: (id: string) => void
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  onClear: (() => void) | undefined
  /** Picks up a card by key, if it may be moved. */
  onLift: ((record: EntityRecord, index: number) => void) | undefined
  handle: Ref<LaneHandle>
}

/** The cards of one column; it reads them when it is drawn, and only those near its viewport are in the page. */
export function BoardLane(props: BoardLaneProps) {
  const { lane, labelledBy, describedBy, fields, size, active, isSelected, carried, gapAt } = props
  const { hrefOf, onOpen, onSelect, onClear, onLift, handle } = props
  const { t } = useI18n()
  const state = useSyncExternalStore(lane.subscribe, lane.getSnapshot, lane.getSnapshot)
  const { activeList, listInfo, status, isLoading, error } = state
  const gap = gapAt?.(activeList) ?? -1
  const places = activeList.length + (gap >= 0 ? 1 : 0)
  const { parentRef, total, items } = useFixedRows<HTMLDivElement>(places, size, 2)
  const ids = useMemo(() => activeList.map((row) => row.id), [activeList])
  useListScroll(state, lane, { parentRef, size })
  const { stop, goTo, handlers } = useRovingRows({
    ...{ parentRef, size, ids, active },
    keys: {
      onClear,
      onSelect: (id, isRange) => {
        const index = ids.indexOf(id)
        const record = activeList[index]
        if (isRange) onSelect?.(id, true)
        else if (record) onLift?.(record, index)
      },
    },
  })
  useImperativeHandle(handle, () => ({
    focusAt(index) {
      if (ids.length === 0) return false
      goTo(index)
      return true
    },
  }))
  const isWaiting = (status === 'idle' || status === 'loading') && activeList.length === 0
  return (
    <div ref={parentRef} className="board-lane" aria-busy={isLoading}>
      {isWaiting && <Skeleton shape="rows" lines={3} label={t('Loading…')} />}
      {status !== 'ready' && status !== 'loading' && error && (
        <Button size="small" onClick={() => void lane.retry()}>
          <Text source="Retry" />
        </Button>
      )}
      <ul
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        style={{ blockSize: total }}
        {...handlers}
        onPointerMove={tellCutText}
      >
        {gap >= 0 && <li className="board-gap" aria-hidden="true" style={placeAt(gap, size)} />}
        {items.map(({ index: place }) => {
          const index = gap >= 0 && place > gap ? place - 1 : place
          const record = place === gap ? undefined : activeList[index]
          if (!record) return null
          return (
            <li
              key={record.id}
              className="board-place"
              aria-setsize={listInfo.totalCount}
              aria-posinset={index + 1}
              style={placeAt(place, size)}
            >
              <BoardCard
                record={record}
                fields={fields}
                href={hrefOf(record.id)}
                isActive={record.id === active}
                isStop={index === stop}
                isSelected={isSelected(record.id)}
                isCarried={carried?.record.id === record.id}
                onSelect={onSelect}
                onOpen={onOpen}
              />
            </li>
          )
        })}
      </ul>
      <ReadFailed state={state} store={lane} />
    </div>
  )
}

const placeAt = (index: number, size: number) => ({ insetBlockStart: index * size, blockSize: size - 8 })
