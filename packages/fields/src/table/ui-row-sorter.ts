import { createListeners } from '@tavla/client'

interface Drag {
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
    const dragged = this.#drag && this.#rows()[this.#held?.index ?? -1]
    for (const row of this.#rows()) if (row !== dragged) glide(row, former.get(row))
    this.#followPointer()
  }

  /** Picks a row up with the pointer. */
  startDrag(index: number, pointerY: number): void {
    const row = this.#rows()[index]
    if (!row || this.#drag) return
    const stopListening = listen({
      move: (y) => this.#dragTo(y),
      end: (isCancelled) => this.#endDrag(isCancelled),
    })
    this.#drag = { grip: pointerY - row.getBoundingClientRect().top, pointerY, stopListening }
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
    if (!this.#drag) return
    this.#drag.pointerY = pointerY
    this.#followPointer()
    this.#crossNeighbour()
    this.#rows()[this.#held?.index ?? -1]?.scrollIntoView({ block: 'nearest' })
  }

  #followPointer(): void {
    const row = this.#drag && this.#rows()[this.#held?.index ?? -1]
    if (!this.#drag || !row) return
    row.style.transform = ''
    row.style.transform = `translateY(${this.#drag.pointerY - this.#drag.grip - row.getBoundingClientRect().top}px)`
  }

  #crossNeighbour(): void {
    const held = this.#held
    const rows = this.#rows()
    const row = held && rows[held.index]
    if (!row) return
    const middle = middleOf(row)
    const former = rows[held.index - 1]
    const next = rows[held.index + 1]
    const by = former && middle < middleOf(former) ? -1 : next && middle > middleOf(next) ? 1 : 0
    if (by === 0) return
    row.style.transform = ''
    this.step(held.index, by)
  }

  #endDrag(isCancelled: boolean): void {
    const held = this.#held
    const row = held && this.#rows()[held.index]
    this.stop()
    this.#hold(null)
    if (!row) return
    const dropped = row.getBoundingClientRect().top
    row.style.transform = ''
    glide(row, row.offsetTop + dropped - row.getBoundingClientRect().top)
    if (isCancelled) this.#move(held.index, held.from)
  }

  #move(from: number, to: number): boolean {
    const rows = this.#rows()
    if (to < 0 || to >= rows.length || to === from) return false
    this.#formerTops = new Map(rows.map((row) => [row, row.offsetTop]))
    this.#onMove(from, to)
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

function middleOf(row: HTMLElement): number {
  const { top, height } = row.getBoundingClientRect()
  return top + height / 2
}

/** Duration of a row's glide to its new place, in milliseconds. */
export const dragDuration = 150

function glide(row: HTMLElement, formerTop: number | undefined): void {
  const distance = formerTop === undefined ? 0 : formerTop - row.offsetTop
  if (distance === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const frames = [{ transform: `translateY(${distance}px)` }, { transform: 'none' }]
  row.animate(frames, { duration: dragDuration, easing: 'ease-out' })
}

// Listens on the window, because moving the row in the DOM ends its pointer capture.
function listen(drag: { move(y: number): void; end(isCancelled: boolean): void }): () => void {
  const moved = (event: PointerEvent) => drag.move(event.clientY)
  const dropped = () => drag.end(false)
  const cancelled = () => drag.end(true)
  const pressed = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    drag.end(true)
  }
  window.addEventListener('pointermove', moved)
  window.addEventListener('pointerup', dropped)
  window.addEventListener('pointercancel', cancelled)
  window.addEventListener('keydown', pressed, true)
  return () => {
    window.removeEventListener('pointermove', moved)
    window.removeEventListener('pointerup', dropped)
    window.removeEventListener('pointercancel', cancelled)
    window.removeEventListener('keydown', pressed, true)
  }
}
