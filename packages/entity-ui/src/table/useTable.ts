import { type EntityState, type EntityStore, isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { type FocusEvent, type MouseEvent, type RefObject, useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import { mayDo } from '../detail/record-rights.ts'
import { useEnvironment } from '../environment.ts'
import type { RowKeys } from '../list/useRovingRows.ts'
import { blockOf, type GridPlace, placeAfterTab } from './grid-place.ts'
import type { TableColumns } from './table-columns.ts'
import type { CanChange, EndOfEdit, TableParts } from './table-context.ts'
import { type CellEditing, useCellEditing } from './useCellEditing.ts'
import { placeOf, useGridPlace } from './useGridPlace.ts'
import { usePasting } from './usePasting.ts'
import { useTableClipboard } from './useTableClipboard.ts'
import { useTableColumns } from './useTableColumns.ts'
import { useTableKeys } from './useTableKeys.ts'

interface TableOptions {
  state: EntityState
  store: EntityStore
  area: RefObject<HTMLDivElement | null>
  selectKeys: RowKeys
  open(id: string): void
  /** Height in pixels of what covers the first row in sight. */
  cover?: number
}

/** State and handlers of a table: its columns, the cell with the focus, the cell that is edited, keys and clipboard. */
export function useTable({ state, store, area, selectKeys, open, cover = 0 }: TableOptions) {
  const { t } = useI18n()
  const { entity, activeList } = state
  const ids = useMemo(() => activeList.map(({ id }) => id), [activeList])
  const { columns, view, steps, gutter, drag, dragHandlers, isClick } = useTableColumns(state, store, area)
  const { place, corner, goTo, hold } = useGridPlace({ area, ids, columns, cover })
  const cells = useCellEditing(entity, store)
  const canChange = useCanChange(state)
  const begunBy = useRef<string>(undefined)
  const block = place.row < 0 ? null : blockOf(place, corner ?? place)

  const begin = (record: EntityRecord, field: FieldMeta, key?: string): boolean => {
    if (!isRead(record)) return false
    if (!canChange(record, field)) {
      notify(t('{0} cannot be changed here.', [{ translate: field.label }]))
      return false
    }
    if (fieldUi(field.fieldtype).isFlag) {
      void cells.toggle(record, field)
      return true
    }
    begunBy.current = key
    cells.begin(record, field)
    return true
  }
  const { pasting, paste } = usePasting({ state, canChange, cells })
  const clipboard = useTableClipboard({ state, columns, block: block ?? blockOf(place, place), onPaste: paste })
  const clear = () => {
    const [record, column] = [activeList[place.row], columns.all[place.column]]
    if (!record || !column || !block) return
    if (block.top !== block.bottom || block.first !== block.last) return clipboard.empty()
    if (!canChange(record, column.field)) return
    void cells.saveCell(record, column.field, fieldUi(column.field.fieldtype).blank)
  }
  const { handleKeyDown, run } = useTableKeys({
    ...{ place, rows: activeList, columns, steps, selectKeys, goTo, begin, clear, open },
    restore: cells.restore,
  })

  const leave = (move: EndOfEdit) => {
    cells.end()
    if (move === 'none') return
    if (move === 'next' || move === 'previous') run()
    goTo(placeAfter(move, place, ids.length, columns.all.length))
  }
  const latest = useRef({ cells, leave })
  useLayoutEffect(() => {
    latest.current = { cells, leave }
  })
  const { edits } = cells
  const parts = useMemo<TableParts>(
    () => ({
      edits,
      begunBy: () => begunBy.current,
      finish(value, move) {
        const { editing, saveCell } = latest.current.cells
        if (editing) void saveCell(editing.seen, editing.field, value)
        latest.current.leave(move)
      },
      keepText(text) {
        latest.current.cells.keepText(text)
        latest.current.leave('none')
      },
      cancel() {
        const { editing, restore } = latest.current.cells
        if (editing) restore(editing.seen.id, editing.field.fieldname)
        latest.current.leave('stay')
      },
    }),
    [edits],
  )

  const refused = useMemo(() => refusedPlaces(cells.refused, ids, columns), [cells.refused, ids, columns])

  /** The head of a group is one cell; the column stays that of the cell before. */
  const inColumn = (at: GridPlace | undefined, target: EventTarget | null): GridPlace | undefined =>
    at && target instanceof Element && target.closest('.sheet-group') ? { ...at, column: place.column } : at

  const handleMouseDown = (event: MouseEvent) => {
    const target = event.target instanceof Element ? event.target : null
    const at = inColumn(placeOf(target), target)
    if (!at || at.row < 0 || event.button !== 0 || target?.closest(ownPress)) return
    // A press on a cell must not choose text, and its input keeps its own presses.
    event.preventDefault()
    const isSame = at.row === place.row && at.column === place.column
    const [record, column] = [activeList[at.row], columns.all[at.column]]
    const isHeld = isSame && area.current?.contains(document.activeElement) === true
    if (isHeld && !event.shiftKey && record && column && canChange(record, column.field)) begin(record, column.field)
    else goTo(at, event.shiftKey)
  }
  const handleFocus = (event: FocusEvent) => {
    const at = inColumn(placeOf(event.target), event.target)
    if (at && cells.editing === null && (at.row !== place.row || at.column !== place.column)) hold(at)
  }

  return {
    ...{ columns, steps, gutter, drag, dragHandlers, isClick, place, goTo, canChange, parts },
    // A single cell shows by its focus that it is meant.
    block: corner && block,
    drawn: useDrawn(view, columns.pinned, place.column),
    editing: cells.editing,
    pasting,
    refused: refused.length,
    /** Goes to the next refused cell behind the present one, else to the first. */
    showRefused() {
      const isBehind = ({ row, column }: GridPlace) => row > place.row || (row === place.row && column > place.column)
      const next = refused.find(isBehind) ?? refused[0]
      if (next) goTo(next)
    },
    handlers: { onKeyDown: handleKeyDown, onMouseDown: handleMouseDown, onFocus: handleFocus, ...clipboard.handlers },
  }
}

/** Where the refused cells stand that are in the table, by rows. */
function refusedPlaces(refused: CellEditing['refused'], ids: readonly string[], { all }: TableColumns): GridPlace[] {
  const rows = new Map(refused.length > 0 ? ids.map((id, row) => [id, row]) : [])
  const places = refused.map(([id, name]) => ({
    row: rows.get(id) ?? -1,
    column: all.findIndex(({ field }) => field.fieldname === name),
  }))
  return places
    .filter(({ row, column }) => row >= 0 && column >= 0)
    .toSorted((a, b) => a.row - b.row || a.column - b.column)
}

/** Boxes, links, inputs and menus have their own presses. */
const ownPress = '.sheet-select, .group-toggle, .group-fault, .record-link, .sheet-editor, [popover]'

function placeAfter(move: Exclude<EndOfEdit, 'none'>, place: GridPlace, rows: number, count: number): GridPlace {
  if (move === 'down') return { ...place, row: Math.min(rows - 1, place.row + 1) }
  if (move === 'up') return { ...place, row: Math.max(0, place.row - 1) }
  if (move === 'stay') return place
  return placeAfterTab(place, move === 'next' ? 1 : -1, { rows, columns: count }) ?? place
}

/** Pinned columns, those in sight, and the one with the focus. */
function useDrawn({ first, end }: { first: number; end: number }, pinned: number, stop: number): readonly number[] {
  const kept = stop >= pinned && (stop < first || stop >= end) ? stop : -1
  return useMemo(() => {
    const range = (from: number, to: number) => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at)
    const all = [...range(0, pinned), ...range(first, end), ...(kept < 0 ? [] : [kept])]
    return all.sort((a, b) => a - b)
  }, [first, end, pinned, kept])
}

/** Which cells the signed-in person may change, as far as the page knows; the server decides. */
function useCanChange({ meta }: EntityState): CanChange {
  const { session } = useEnvironment()
  return useCallback(
    (record, field) => {
      if (!meta || meta.type === 'Settings' || field.read_only === 1) return false
      const { type, isFormOnly } = fieldUi(field.fieldtype)
      if (type === '' || isFormOnly) return false
      return mayDo(meta.doc_meta.permissions, 'write', record.owner, session.user)
    },
    [meta, session.user],
  )
}
