import { focusQuietly } from '@tavla/ui'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'

interface TableKeysOptions {
  place: RefObject<HTMLElement | null>
  isClosed: boolean
  /** Begins a row at the end; false where none may begin. */
  onAdd(): boolean
  onDouble(index: number): void
  onStep(index: number, by: -1 | 1): void
}

interface CellPlace {
  row: number
  column: number
}

/**
 * The keys of the cells of a Table field: Enter and Shift+Enter go down and up, Tab behind the last cell begins a row,
 * Ctrl/Cmd+D doubles a row, Alt and arrows move it (reference: screens, Rows on screen).
 */
export function useTableKeys({ place, isClosed, onAdd, onDouble, onStep }: TableKeysOptions) {
  const wanted = useRef<CellPlace | null>(null)
  useEffect(() => {
    if (!wanted.current || !place.current || !focusCell(place.current, wanted.current)) return
    wanted.current = null
  })
  if (isClosed) return {}

  // Before the inputs, of which some keep Enter to themselves.
  const handleFirst = (event: KeyboardEvent) => {
    const root = place.current
    const at = root && cellOf(root, event.target)
    if (!at || event.nativeEvent.isComposing || isInPanel(event.target)) return
    const isModified = event.ctrlKey || event.metaKey
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.key === 'Enter' && !isModified && !event.altKey) {
      if (isOpen(event.target) || (event.shiftKey && event.target instanceof HTMLTextAreaElement)) return
      focusCell(root, { ...at, row: at.row + (event.shiftKey ? -1 : 1) })
    } else if (event.code === 'KeyD' && isModified && !event.shiftKey && !event.altKey) {
      wanted.current = { ...at, row: at.row + 1 }
      onDouble(at.row)
    } else if (step !== 0 && event.altKey && !isModified && !isDatePart(event.target)) {
      wanted.current = { ...at, row: at.row + step }
      onStep(at.row, step)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const handleKey = (event: KeyboardEvent) => {
    const root = place.current
    if (event.key !== 'Tab' || event.shiftKey || event.defaultPrevented || !root) return
    if (isLastCell(root, event.target) && onAdd()) event.preventDefault()
  }
  return { onKeyDownCapture: handleFirst, onKeyDown: handleKey }
}

/** The row and column of the cell in which an element lies. */
export function cellOf(root: HTMLElement, target: EventTarget): CellPlace | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('.table-row > .table-cell') : null
  const row = cell?.closest<HTMLElement>('.table-row')
  if (!cell || !row || !root.contains(row)) return null
  return { row: rowsIn(root).indexOf(row), column: cellsIn(row).indexOf(cell) }
}

function focusCell(root: HTMLElement, { row, column }: CellPlace): boolean {
  const line = rowsIn(root)[row]
  if (!line) return false
  // Where this row's cell is closed, the nearest open one before it takes the focus, else the first.
  const open = cellsIn(line).map((cell) => cell.querySelector<HTMLElement>(controls))
  const control = open.slice(0, column + 1).findLast(Boolean) ?? open.find(Boolean)
  if (!control) return false
  focusQuietly(control)
  if (control instanceof HTMLInputElement && control.type !== 'checkbox') control.select()
  return true
}

/** True in the last cell of the last row that takes the focus. */
function isLastCell(root: HTMLElement, target: EventTarget): boolean {
  const line = rowsIn(root).at(-1)
  const last = line && cellsIn(line).findLast((cell) => cell.querySelector(controls))
  return target instanceof Node && last?.contains(target) === true
}

const rowsIn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('.table-row')]
const cellsIn = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(':scope > .table-cell')]

const controls = `:is(input:not([type="file"]), textarea):not(:read-only:not([type="checkbox"]), :disabled),
  button[role="combobox"]:not(:disabled), [role="spinbutton"]:not([aria-readonly="true"], [aria-disabled="true"]), [tabindex="0"]`

const isInPanel = (target: EventTarget): boolean => target instanceof Element && target.closest('[popover]') !== null

/** True while the list or calendar of the cell is open: its keys are for it. */
const isOpen = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('.table-cell')?.querySelector('[aria-expanded="true"]') != null

/** Alt+Down opens the calendar of a date. */
const isDatePart = (target: EventTarget): boolean => target instanceof Element && target.role === 'spinbutton'
