import { limits } from '@tavla/contract'
import { readingStatus, useEnvironment, useReading } from '@tavla/entity-ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Button, EmptyState, Skeleton, useFixedRows } from '@tavla/ui'
import { type KeyboardEvent, useState } from 'react'
import { InboxLine } from './InboxLine.tsx'
import { type InboxRow, type InboxTab, readRows } from './inbox-rows.ts'
import { LaterWindow } from './LaterWindow.tsx'
import { useInboxKeys } from './useInboxKeys.ts'
import { useMarks } from './useMarks.ts'
import { useNoticeEvents } from './useNoticeEvents.ts'
import { useRowFocus } from './useRowFocus.ts'

/** Rows that are read at once, and added near the end of the list. */
const pageSize = 50
/** Height of a row, in pixels; must equal that of the styles. */
const rowHeight = 64
/** Rows from the end at which more is read. */
const loadAhead = 5

interface InboxListProps {
  tab: InboxTab
  /** Accessible name of the list. */
  label: string
  isPanel: boolean
  /** Called when the numbers beside the parts may have changed. */
  onMarked: () => Promise<unknown>
}

/** The rows of one part of the inbox, newest first; of those put off, the next first. */
export function InboxList({ tab, label, isPanel, onMarked }: InboxListProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [size, setSize] = useState(pageSize)
  const [asked, setAsked] = useState<InboxRow | null>(null)
  const reading = useReading(tab, () => readRows(client, tab, size), size)
  const { value, reload } = reading
  useNoticeEvents(reload)
  const marks = useMarks(() => Promise.all([reload(), onMarked()]))
  const rows = value?.rows.filter(({ id }) => !marks.leaving.has(id)) ?? []
  const { parentRef, total, items } = useFixedRows(rows.length, rowHeight)
  const focus = useRowFocus(parentRef, rows, rowHeight)
  const hasMore = value !== undefined && value.rows.length < value.count && size < limits.pageCap
  const readOn = ({ scrollTop, clientHeight, scrollHeight }: HTMLElement) => {
    const isNearEnd = scrollTop + clientHeight > scrollHeight - loadAhead * rowHeight
    if (hasMore && isNearEnd && !reading.isReading) setSize(Math.min(size + pageSize, limits.pageCap))
  }

  const current = rows[focus.current]
  /** Keeps the keyboard at the place of a row that leaves. */
  const take = (row: InboxRow, act: (row: InboxRow) => void) => {
    focus.keep(rows.indexOf(row))
    act(row)
  }
  const withCurrent = (act: (row: InboxRow) => void) => () => current && take(current, act)
  useInboxKeys(
    {
      j: () => focus.move(1),
      k: () => focus.move(-1),
      e: withCurrent(marks.done),
      h: () => focus.menuOfCurrent()?.click(),
      u: withCurrent(marks.turn),
    },
    isPanel,
  )
  const handleKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -rows.length, End: rows.length }[event.key]
    if (step === undefined) return
    event.preventDefault()
    focus.move(step)
  }

  const status = readingStatus(reading)
  if (status === 'loading') return <Skeleton shape="rows" lines={6} label={t('Loading…')} />
  if (status !== 'ready') {
    const retry = (
      <Button onClick={() => void reload()}>
        <Text source="Retry" />
      </Button>
    )
    return <EmptyState kind="failed" title={<Text source="Something went wrong" />} action={retry} />
  }
  return (
    <>
      <div ref={parentRef} className="inbox-rows" tabIndex={-1} onScroll={(event) => readOn(event.currentTarget)}>
        {rows.length === 0 ? (
          <EmptyState kind="empty" title={<Text source="Nothing is waiting for you." />} />
        ) : (
          <ul aria-label={label} style={{ blockSize: total }}>
            {items.map(({ index, start }) => {
              const row = rows[index]
              return (
                row && (
                  <InboxLine
                    key={row.id}
                    row={row}
                    place={index + 1}
                    total={value?.count ?? rows.length}
                    isStop={index === focus.current}
                    style={{ insetBlockStart: start }}
                    onFocus={() => focus.set(index)}
                    onKeyDown={handleKey}
                    onOpen={() => marks.read(row)}
                    onDone={() => take(row, marks.done)}
                    onLater={(until) => take(row, () => marks.later(row, until))}
                    onAskLater={() => setAsked(row)}
                  />
                )
              )
            })}
          </ul>
        )}
      </div>
      {asked && (
        <LaterWindow
          onChoose={(until) => take(asked, () => marks.later(asked, until))}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
