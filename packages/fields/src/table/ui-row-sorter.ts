import { createListeners } from '@tavla/client'
import { flushSync } from 'react-dom'

interface Drag {
  row: HTMLElement
  /** Distance between the pointer and the top of the row. */
  grip: number
  pointerY: number
  stopListening(): void
}

interface HeldRow {
  /** Current index of the row, and its index when the user picked it up. */
  index: number
  from: number
}

/**
 * Reorders the children of one element while a row is dragged or moved by keys: rows that make way glide, the held row
 * stays under the pointer. The component that renders the rows calls `settle` after each rendering.
 */
export class RowSorter {
  #list: HTMLElement | null = null
  #onMove: (from: number, to: number) => void = () => undefined
  #held: HeldRow | null = null
  #drag: Drag | null = null
  #formerTops = new Map<Element, number>()
  readonly #changes = createListeners()

  attach = (list: HTMLElement | null): void => {
    this.#list = list
  }

  subscribe = this.#changes.listen

  /** Index of the row held by pointer or keys. */
  getHeldIndex = (): number | null => this.#held?.index ?? null

  isLifted(index: number): boolean {
    return this.#drag === null && this.#held?.index === index
  }

  /** After a rendering: animates the rows that changed place. */
  settle(onMove: (from: number, to: number) => void): void {
    this.#onMove = onMove
    const former = this.#formerTops
    this.#formerTops = new Map()
    for (const row of this.#rows()) if (row !== this.#drag?.row) glide(row, former.get(row))
    this.#followPointer()
  }

  /** Picks a row up with the pointer. */
  startDrag(index: number, pointerY: number): void {
    const row = this.#rows()[index]
    if (!row || this.#drag) return
    // A gliding row jumps to its place before it is dragged.
    for (const animation of row.getAnimations()) animation.finish()
    const stopListening = listen({
      move: (y) => this.#dragTo(y),
      drop: (y) => this.#drop(y),
      cancel: () => this.#cancelDrag(),
    })
    this.#drag = { row, grip: pointerY - row.getBoundingClientRect().top, pointerY, stopListening }
    this.#hold({ index, from: index })
  }

  /** Picks a row up with the keyboard, or drops it. */
  toggleLift(index: number): void {
    this.#hold(this.isLifted(index) ? null : { index, from: index })
  }

  putDown(): void {
    if (this.#drag === null) this.#hold(null)
  }

  /** Returns a lifted row to its former place. */
  takeBack(): void {
    const held = this.#held
    this.#hold(null)
    if (held) this.#move(held.index, held.from)
  }

  /** Moves a row by one place; a lifted row stays lifted. */
  step(index: number, by: -1 | 1): void {
    if (this.#move(index, index + by) && this.#held) this.#hold({ ...this.#held, index: index + by })
  }

  stop = (): void => {
    this.#drag?.stopListening()
    this.#drag = null
  }

  #dragTo(pointerY: number): void {
    const [drag, held] = [this.#drag, this.#held]
    if (!drag?.row.isConnected || !held) return
    drag.pointerY = pointerY
    const index = placeOf(drag, this.#rows())
    if (this.#move(held.index, index)) this.#hold({ ...held, index })
    this.#followPointer()
    drag.row.scrollIntoView({ block: 'nearest' })
  }

  #followPointer(): void {
    if (this.#drag) this.#drag.row.style.transform = `translateY(${draggedBy(this.#drag)}px)`
  }

  /** Leaves the row where the pointer was released, also if no movement to that place was reported. */
  #drop(pointerY: number): void {
    this.#dragTo(pointerY)
    this.#release()
  }

  #cancelDrag(): void {
    const held = this.#held
    this.#release()
    if (held) this.#move(held.index, held.from)
  }

  #release(): void {
    const row = this.#drag?.row
    this.stop()
    this.#hold(null)
    if (!row) return
    const dropped = row.getBoundingClientRect().top
    row.style.transform = ''
    glide(row, row.offsetTop + dropped - row.getBoundingClientRect().top)
  }

  #move(from: number, to: number): boolean {
    const rows = this.#rows()
    if (to < 0 || to >= rows.length || to === from) return false
    this.#formerTops = new Map(rows.map((row) => [row, row.offsetTop]))
    // Renders at once, because the next movement of the pointer measures the rows.
    flushSync(() => this.#onMove(from, to))
    return true
  }

  #hold(held: HeldRow | null): void {
    this.#held = held
    this.#changes.tell()
  }

  #rows(): HTMLElement[] {
    return [...(this.#list?.children ?? [])] as HTMLElement[]
  }
}

/** Distance between a dragged row and its own place, in pixels. */
function draggedBy({ row, grip, pointerY }: Drag): number {
  row.style.transform = ''
  return pointerY - grip - row.getBoundingClientRect().top
}

/** The index of a dragged row: behind every row whose middle its own middle has passed. */
function placeOf(drag: Drag, rows: readonly HTMLElement[]): number {
  const middle = middleOf(drag.row) + draggedBy(drag)
  const at = rows.indexOf(drag.row)
  const passedBelow = rows.slice(at + 1).filter((row) => middle > middleOf(row)).length
  const passedAbove = rows.slice(0, at).filter((row) => middle < middleOf(row)).length
  return at + passedBelow - passedAbove
}

/** The middle of a row's own place, without glides and drags, in pixels. */
const middleOf = (row: HTMLElement): number => row.offsetTop + row.offsetHeight / 2

/** Duration of a row's glide to its new place, in milliseconds. */
export const dragDuration = 150

function glide(row: HTMLElement, formerTop: number | undefined): void {
  const distance = formerTop === undefined ? 0 : formerTop - row.offsetTop
  if (distance === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [{ transform: `translateY(${distance}px)` }, { transform: 'none' }]
  row.animate(frames, { duration: dragDuration, easing: 'ease-out' })
}

interface DragEvents {
  move(pointerY: number): void
  drop(pointerY: number): void
  cancel(): void
}

// Listens on the window, because moving the row in the DOM ends its pointer capture.
function listen({ move, drop, cancel }: DragEvents): () => void {
  const moved = (event: PointerEvent) => move(event.clientY)
  const dropped = (event: PointerEvent) => drop(event.clientY)
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  }
  window.addEventListener('pointermove', moved)
  window.addEventListener('pointerup', dropped)
  window.addEventListener('pointercancel', cancel)
  window.addEventListener('keydown', pressed, true)
  return () => {
    window.removeEventListener('pointermove', moved)
    window.removeEventListener('pointerup', dropped)
    window.removeEventListener('pointercancel', cancel)
    window.removeEventListener('keydown', pressed, true)
  }
}
