import { screen } from '@tavla/contract'
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface Drag {
  /** Where the row is now, and where it was when it was picked up. */
  index: number
  from: number
  /** Distance between the pointer and the top of the row. */
  grip: number
  pointerY: number
}

/**
 * Reordering of the children of one element by pointer (150 ms for the rows that make way, spec 4), and by keyboard on the
 * row's handle: Alt+arrows move at once; Space lifts, arrows move, Space puts down, Escape takes back (contract 2.2).
 */
export function useRowSort(onMove: (from: number, to: number) => void) {
  const container = useRef<HTMLUListElement>(null)
  // A drag outlives many renders, and each move must start from the rows as they are then.
  const latestMove = useRef(onMove)
  const drag = useRef<Drag | null>(null)
  const tops = useRef(new Map<Element, number>())
  const stopListening = useRef<(() => void) | null>(null)
  const [lifted, setLifted] = useState<{ index: number; from: number } | null>(null)
  const [dragged, setDragged] = useState<number | null>(null)

  const rows = () => [...(container.current?.children ?? [])] as HTMLElement[]

  const move = (from: number, to: number) => {
    if (to < 0 || to >= rows().length || to === from) return false
    tops.current = new Map(rows().map((row) => [row, row.offsetTop]))
    latestMove.current(from, to)
    return true
  }

  // After a move: rows that changed place glide there, and the dragged one stays under the pointer.
  useLayoutEffect(() => {
    latestMove.current = onMove
    const { current: before } = tops
    if (before.size > 0) {
      tops.current = new Map()
      for (const row of rows()) if (row !== rows()[drag.current?.index ?? -1]) glide(row, before.get(row))
    }
    follow()
  })

  const follow = () => {
    const { current } = drag
    const row = current && rows()[current.index]
    const top = container.current?.getBoundingClientRect().top
    if (!row || top === undefined) return
    row.style.transform = ''
    const shift = current.pointerY - current.grip - row.getBoundingClientRect().top
    row.style.transform = `translateY(${shift}px)`
  }

  const crossNeighbour = () => {
    const { current } = drag
    const all = rows()
    const row = current && all[current.index]
    if (!row) return
    const middle = row.getBoundingClientRect().top + row.offsetHeight / 2
    const former = all[current.index - 1]?.getBoundingClientRect()
    const next = all[current.index + 1]?.getBoundingClientRect()
    const to =
      former && middle < former.top + former.height / 2
        ? current.index - 1
        : next && middle > next.top + next.height / 2
          ? current.index + 1
          : current.index
    const from = current.index
    if (to === from) return
    current.index = to
    setDragged(to)
    row.style.transform = ''
    move(from, to)
  }

  const endDrag = (isCancelled: boolean) => {
    const { current } = drag
    stopListening.current?.()
    if (!current) return
    const row = rows()[current.index]
    const shifted = row ? row.getBoundingClientRect().top : 0
    drag.current = null
    setDragged(null)
    if (row) {
      row.style.transform = ''
      glide(row, row.offsetTop + shifted - row.getBoundingClientRect().top)
    }
    if (isCancelled) move(current.index, current.from)
  }

  const startDrag = (event: PointerEvent, index: number) => {
    const row = rows()[index]
    if (event.button !== 0 || !row || drag.current) return
    const top = row.getBoundingClientRect().top
    drag.current = { index, from: index, grip: event.clientY - top, pointerY: event.clientY }
    setDragged(index)
    stopListening.current = listen({
      move(y) {
        if (drag.current) drag.current.pointerY = y
        follow()
        crossNeighbour()
        rows()[drag.current?.index ?? -1]?.scrollIntoView({ block: 'nearest' })
      },
      end: endDrag,
    })
  }

  useEffect(() => () => stopListening.current?.(), [])

  const handleKey = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const isLifted = lifted?.index === index
    if (step !== 0 && (event.altKey || isLifted)) {
      if (move(index, index + step) && isLifted) setLifted({ ...lifted, index: index + step })
    } else if (event.key === ' ' || (event.key === 'Enter' && isLifted)) {
      setLifted(isLifted ? null : { index, from: index })
    } else if (event.key === 'Escape' && isLifted) {
      move(index, lifted.from)
      setLifted(null)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    container,
    /** Row that is held by pointer or keyboard. */
    heldIndex: dragged ?? lifted?.index ?? null,
    handleProps: (index: number) => ({
      'aria-pressed': lifted?.index === index,
      onPointerDown: (event: PointerEvent) => startDrag(event, index),
      onKeyDown: (event: KeyboardEvent) => handleKey(event, index),
      onBlur: () => {
        if (lifted?.index === index) setLifted(null)
      },
    }),
  }
}

function glide(row: HTMLElement, formerTop: number | undefined) {
  const distance = formerTop === undefined ? 0 : formerTop - row.offsetTop
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  if (distance === 0 || isCalm) return
  const frames = [{ transform: `translateY(${distance}px)` }, { transform: 'none' }]
  row.animate(frames, { duration: screen.dragDuration, easing: 'ease-out' })
}

// On the window, because moving the row in the page makes the browser forget whom the pointer was captured for.
function listen(drag: { move(y: number): void; end(isCancelled: boolean): void }): () => void {
  const moved = (event: globalThis.PointerEvent) => drag.move(event.clientY)
  const dropped = () => drag.end(false)
  const cancelled = () => drag.end(true)
  const pressed = (event: globalThis.KeyboardEvent) => {
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
