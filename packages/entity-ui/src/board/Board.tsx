import { type EntityState, type EntityStore, isRowSelected } from '@tavla/client'
import { laneOf } from '@tavla/client/lanes'
import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { type DragEvent, type KeyboardEvent, useId, useMemo, useRef } from 'react'
import { mayDo } from '../detail/record-rights.ts'
import { useEnvironment } from '../environment.ts'
import { RecordTitle } from '../list/RecordTitle.tsx'
import { titleText } from '../list/row-fields.ts'
import { type OpenTarget, useOpenRecord } from '../list/useOpenRecord.ts'
import { useSelectRow } from '../list/useSelectRow.ts'
import { useSummary } from '../summary/useSummary.ts'
import { useAskedTransition } from '../transitions/useAskedTransition.tsx'
import { CardLines } from './BoardCard.tsx'
import { BoardColumnView } from './BoardColumnView.tsx'
import type { LaneHandle } from './BoardLane.tsx'
import { boardColumns, inColumn } from './board-columns.ts'
import { cardFields, cardHeight, neededFields, summedField } from './board-fields.ts'
import { columnName } from './ColumnHead.tsx'
import { useBoardKeys } from './useBoardKeys.ts'
import { useCardDrag } from './useCardDrag.ts'
import { useCardMove } from './useCardMove.ts'
import { useCarrying } from './useCarrying.ts'
import { useFoldedColumns } from './useFoldedColumns.ts'

interface BoardProps {
  state: EntityState
  store: EntityStore
  meta: Meta
  /** The field whose values are the columns. */
  field: FieldMeta
  label: string
  target: OpenTarget
  active: string | null
  onAdd: (() => void) | undefined
}

/** Columns side by side; a card is carried from one to another by mouse, finger or key. */
export function Board({ state, store, meta, field, label, target, active, onAdd }: BoardProps) {
  const { t } = useI18n()
  const { session } = useEnvironment()
  const hintId = useId()
  const handles = useRef(new Map<string | null, LaneHandle>())
  const { listFields, listMeta } = state
  const fields = useMemo(() => cardFields({ meta, listFields, listMeta }, field), [meta, listFields, listMeta, field])
  const needed = useMemo(() => neededFields(meta, field, fields), [meta, field, fields])
  const summed = summedField(state, fields)
  const sum = summed?.fieldname
  const question = { aggregates: sum ? [`sum:${sum}`] : [], groupBy: field.fieldname }
  const { answer: summary } = useSummary(store, question)
  const columns = boardColumns(meta, field, summary, sum)
  const keys = columns.map(({ key }) => key)
  const { isFolded, fold } = useFoldedColumns(store, meta, field.fieldname, columns)
  const { hrefOf, open } = useOpenRecord(store, target)
  const { onSelect } = useSelectRow(state, store, true)

  const columnLane = (key: string | null) => laneOf(store, { where: inColumn(field, key), fields: needed })
  const nameOf = (key: string | null) => columnName(t, key, columns.find((one) => one.key === key)?.name ?? '', field)
  const titleOf = (record: EntityRecord) => titleText(record, fields.title)
  const asked = useAskedTransition(store, meta)
  const { move, placeOf } = useCardMove({ ask: asked.ask, state, store, field, laneOf: columnLane, nameOf })
  const canMove = (record: EntityRecord) =>
    field.read_only !== 1 && mayDo(meta.doc_meta.permissions, 'write', record.owner, session.user)

  const focusCard = (key: string | null, id: string) => {
    const at = columnLane(key)
      .getSnapshot()
      .activeList.findIndex((row) => row.id === id)
    if (at >= 0) handles.current.get(key)?.focusAt(at)
  }
  const carrying = useCarrying({
    ...{ keys, nameOf, titleOf },
    onDrop(taken) {
      const done = move(taken)
      requestAnimationFrame(() => focusCard(taken.to, taken.record.id))
      // A refused card takes the focus back with it.
      void done.then(() => isHere(columnLane(taken.from), taken.record.id) && focusCard(taken.from, taken.record.id))
    },
    onReturned: ({ from, record }) => focusCard(from, record.id),
  })
  const { carried, lift, moveTo } = carrying
  const { preview, isCarrying, onPointerDown } = useCardDrag({
    isEnabled: field.read_only !== 1 && meta.doc_meta.permissions.write === 1,
    onLift(id, column) {
      const from = JSON.parse(column) as string | null
      const { activeList } = columnLane(from).getSnapshot()
      const index = activeList.findIndex((row) => row.id === id)
      const record = activeList[index]
      if (!record || !canMove(record)) return false
      lift(record, from, index, 'pointer')
      return true
    },
    onMove: (column) => moveTo(JSON.parse(column) as string | null),
    onDrop: carrying.drop,
    onCancel: carrying.cancel,
  })
  const handleKeys = useBoardKeys({ keys: keys.filter((key) => !isFolded(key)), handles, onSelect })

  const handlers = {
    onKeyDownCapture(event: KeyboardEvent<HTMLElement>) {
      if (!carrying.handleKey(event)) return
      event.preventDefault()
      event.stopPropagation()
    },
    onKeyDown: handleKeys,
    onPointerDown,
    // A link under the pointer would be carried to the address bar.
    onDragStart: (event: DragEvent) => event.preventDefault(),
  }
  return (
    <>
      <div className="board" data-carrying={carried !== null || undefined} {...handlers}>
        <p id={hintId} hidden>
          <Text source="Space moves a card to another column." />
        </p>
        <h2 className="visually-hidden">{label}</h2>
        {columns.map((column) => (
          <BoardColumnView
            key={JSON.stringify(column.key)}
            {...{ column, store, field, needed, summed, fields, active, carried, hrefOf, onSelect }}
            describedBy={onSelect && hintId}
            size={cardHeight(fields)}
            isSelected={(id) => isRowSelected(state, id)}
            isFolded={isFolded(column.key)}
            onFold={(isNow) => fold(column.key, isNow)}
            onAdd={
              onAdd &&
              (() => {
                if (column.key !== null) store.setDraft(field.fieldname, column.key)
                onAdd()
              })
            }
            gapAt={
              carried !== null && carried.to === column.key && carried.from !== column.key
                ? (rows) => placeOf(rows, carried.record, column.key)
                : undefined
            }
            onOpen={open}
            onClear={state.selected.length > 0 ? store.clearSelection : undefined}
            onLift={(record, index) => canMove(record) && lift(record, column.key, index, 'key')}
            handle={(handle) => {
              if (handle) handles.current.set(column.key, handle)
              else handles.current.delete(column.key)
            }}
          />
        ))}
        {isCarrying && carried && (
          <div ref={preview} className="board-carried" aria-hidden="true">
            <article className="board-card">
              <div className="board-card-title">
                <span className="record-link">
                  <RecordTitle record={carried.record} field={fields.title} />
                </span>
              </div>
              <CardLines record={carried.record} fields={fields} />
            </article>
          </div>
        )}
      </div>
      {asked.window}
    </>
  )
}

const isHere = (lane: { getSnapshot(): EntityState }, id: string) =>
  lane.getSnapshot().activeList.some((row) => row.id === id)
