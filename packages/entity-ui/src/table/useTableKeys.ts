import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { KeyboardEvent } from 'react'
import { useRef } from 'react'
import type { RowKeys } from '../list/useRovingRows.ts'
import { type GridPlace, placeAfterKey, placeAfterTab } from './grid-place.ts'
import type { TableColumns } from './table-columns.ts'
import { tableSizes } from './table-sizes.ts'
import { type ColumnSteps, stepByKey } from './useColumnSteps.ts'

interface TableKeyOptions {
  place: GridPlace
  rows: readonly EntityRecord[]
  columns: TableColumns
  steps: ColumnSteps
  selectKeys: RowKeys
  goTo(place: GridPlace, isBlock?: boolean): void
  /** Begins to edit a cell; false if it cannot be changed. `key`: the key that begins, which types into the input. */
  begin(record: EntityRecord, field: FieldMeta, key?: string): boolean
  restore(id: string, fieldname: string): void
  clear(): void
  open(id: string): void
}

/**
 * The keys of a table (reference: screens, Tables). After an edit that Tab ended, Tab goes on from cell to cell; else it
 * leaves the table.
 */
export function useTableKeys(options: TableKeyOptions) {
  const { place, rows, columns, steps, selectKeys, goTo, begin, restore, clear, open } = options
  /** True since Tab ended an edit. */
  const isRunning = useRef(false)
  const record = rows[place.row]
  const column = columns.all[place.column]

  /** A key that acts on the row. */
  const actOnRow = (event: KeyboardEvent, id: string): boolean => {
    const isMod = event.ctrlKey || event.metaKey
    const isFlag = column !== undefined && fieldUi(column.field.fieldtype).isFlag === true
    if (isMod && event.code === 'KeyA' && selectKeys.onSelectAll) selectKeys.onSelectAll()
    else if (event.key === 'Enter' && (isMod || place.column < 0)) open(id)
    else if (event.key === ' ' && !isMod && (event.shiftKey || !isFlag) && selectKeys.onSelect)
      selectKeys.onSelect(id, event.shiftKey && place.column < 0)
    else return false
    return true
  }

  /** A key that edits the cell. */
  const actOnCell = (event: KeyboardEvent, row: EntityRecord, field: FieldMeta): 'typed' | 'done' | undefined => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (!isPlain) return undefined
    if (event.key === 'Enter' || event.key === 'F2') {
      if (!begin(row, field) && event.key === 'Enter') open(row.id)
      return 'done'
    }
    if (event.key === 'Delete' || event.key === 'Backspace') {
      clear()
      return 'done'
    }
    if (event.key === 'Escape') {
      restore(row.id, field.fieldname)
      if (selectKeys.onClear) selectKeys.onClear()
      return 'done'
    }
    if (event.key.length !== 1 && event.key !== 'Process') return undefined
    return begin(row, field, event.key) ? 'typed' : 'done'
  }

  const move = (event: KeyboardEvent): boolean => {
    const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    if (place.row < 0 && stepByKey(event, place.column, columns, { steps, isRtl, step: tableSizes.step })) return true
    if (event.altKey) return place.row < 0 && event.key === 'ArrowDown' && openMenu(event.target)
    const height = event.currentTarget.parentElement?.clientHeight ?? 0
    const page = Math.max(1, Math.floor(height / tableSizes.row) - 2)
    const next = placeAfterKey(event, place, { rows: rows.length, columns: columns.all.length, page, isRtl })
    if (!next) return false
    goTo(next, event.shiftKey && place.row >= 0 && next.row >= 0)
    return true
  }

  const tab = (event: KeyboardEvent): boolean => {
    if (!isRunning.current) return false
    const next = placeAfterTab(place, event.shiftKey ? -1 : 1, { rows: rows.length, columns: columns.all.length })
    if (next) goTo(next)
    return next !== undefined
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || isElsewhere(event.target)) return
    if (event.key === 'Tab') {
      if (tab(event)) event.preventDefault()
      return
    }
    if (event.key !== 'Shift' && event.key.startsWith('Arrow')) isRunning.current = false
    if (event.key === 'Escape') isRunning.current = false
    const done =
      (record !== undefined && actOnRow(event, record.id)) ||
      (record !== undefined && column !== undefined && actOnCell(event, record, column.field)) ||
      move(event)
    if (!done) return
    // The letters of the page's shortcuts are for the cell.
    event.stopPropagation()
    // A key that began an edit types into its input.
    if (done !== 'typed') event.preventDefault()
  }

  return {
    handleKeyDown,
    /** Tab goes on from cell to cell. */
    run: () => {
      isRunning.current = true
    },
  }
}

/** Inputs, menus and links inside of cells have their own keys. */
const isElsewhere = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.sheet-editor, .sheet-menu, [popover]') !== null

function openMenu(target: EventTarget): boolean {
  const button = target instanceof Element ? target.querySelector<HTMLElement>('.sheet-menu') : null
  button?.click()
  return button !== null
}
