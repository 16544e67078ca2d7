import { type PointerEvent, useEffect, useRef, useState } from 'react'

interface CardDragOptions {
  isEnabled: boolean
  /** Selector of the carried element; `.board-card` by default. It has a `data-record`, or holds what has one. */
  card?: string
  /** The `data-` attribute of places, whose value names one; `column` by default. */
  place?: string
  /** False for a card that may not be moved. */
  onLift: (id: string, place: string) => boolean
  onMove: (place: string) => void
  onDrop: () => void
  onCancel: () => void
}

/** Pixels that a pressed mouse moves before it carries, and that a finger may tremble while it waits. */
const slack = 6
/** Milliseconds that a finger rests on a card until it carries it: a shorter touch scrolls. */
const rest = 350
/** Pixels at the edge of a board within which a carried card scrolls it, and by how many each frame. */
const [edge, step] = [48, 12]

/**
 * Carries cards with mouse, pen or finger. The caller draws the element of `preview`, which follows the pointer without
 * another render.
 */
export function useCardDrag(options: CardDragOptions) {
  const { isEnabled, card: cards = '.board-card', place = 'column', onLift, onMove, onDrop, onCancel } = options
  const [isCarrying, setCarrying] = useState(false)
  const preview = useRef<HTMLDivElement>(null)
  const latest = useRef({ onLift, onMove, onDrop, onCancel })
  useEffect(() => {
    latest.current = { onLift, onMove, onDrop, onCancel }
  })
  const end = useRef<() => void>(undefined)
  useEffect(() => () => end.current?.(), [])

  const onPointerDown = (down: PointerEvent<HTMLElement>) => {
    const card = down.target instanceof Element ? down.target.closest<HTMLElement>(cards) : null
    const isOther = down.target instanceof Element && down.target.closest('input, label, button:not([data-record])')
    if (!isEnabled || !card || isOther || down.button !== 0 || !down.isPrimary) return
    end.current?.()
    end.current = follow(down.nativeEvent, card, {
      board: down.currentTarget,
      ...{ place, preview, setCarrying },
      tell: latest,
    })
  }
  return { preview, isCarrying, onPointerDown }
}

interface Surroundings {
  board: HTMLElement
  place: string
  preview: { current: HTMLElement | null }
  setCarrying: (isCarrying: boolean) => void
  tell: { current: Pick<CardDragOptions, 'onLift' | 'onMove' | 'onDrop' | 'onCancel'> }
}

/** Follows one press until it ends; returns a function that ends it. */
function follow(down: globalThis.PointerEvent, card: HTMLElement, around: Surroundings) {
  const { board, place, preview, setCarrying, tell } = around
  const box = card.getBoundingClientRect()
  const grip = { x: down.clientX - box.left, y: down.clientY - box.top }
  const isFinger = down.pointerType === 'touch'
  let at = { x: down.clientX, y: down.clientY }
  let isLifted = false
  let frame = 0
  const stops = new AbortController()
  const { signal } = stops
  const timer = isFinger ? setTimeout(() => lift(), rest) : undefined

  const lift = () => {
    const id = card.dataset.record ?? card.querySelector<HTMLElement>('[data-record]')?.dataset.record
    const from = placeAt(place, { x: down.clientX, y: down.clientY })
    if (id === undefined || from === undefined || !tell.current.onLift(id, from)) return finish()
    isLifted = true
    setCarrying(true)
    frame = requestAnimationFrame(carry)
  }
  const carry = () => {
    const shown = preview.current
    if (shown) {
      shown.style.inlineSize = `${box.width}px`
      shown.style.translate = `${at.x - grip.x}px ${at.y - grip.y}px`
    }
    const { left, right, top, bottom } = board.getBoundingClientRect()
    if (at.x < left + edge) board.scrollLeft -= step
    else if (at.x > right - edge) board.scrollLeft += step
    if (at.y < top + edge) board.scrollTop -= step
    else if (at.y > bottom - edge) board.scrollTop += step
    const over = placeAt(place, at)
    if (over !== undefined) tell.current.onMove(over)
    frame = requestAnimationFrame(carry)
  }
  const finish = () => {
    clearTimeout(timer)
    cancelAnimationFrame(frame)
    stops.abort()
    if (isLifted) setCarrying(false)
    isLifted = false
  }
  const on = <Type extends keyof WindowEventMap>(
    type: Type,
    handle: (event: WindowEventMap[Type]) => void,
    options: AddEventListenerOptions = {},
  ) => window.addEventListener(type, handle, { ...options, signal })

  on('pointermove', (event) => {
    if (event.pointerId !== down.pointerId) return
    at = { x: event.clientX, y: event.clientY }
    if (isLifted || Math.hypot(at.x - down.clientX, at.y - down.clientY) < slack) return
    if (isFinger) finish()
    else lift()
  })
  on('pointerup', (event) => {
    if (event.pointerId !== down.pointerId) return
    const wasLifted = isLifted
    finish()
    if (!wasLifted) return
    swallowClick()
    tell.current.onDrop()
  })
  const cancel = () => {
    const wasLifted = isLifted
    finish()
    if (wasLifted) tell.current.onCancel()
  }
  on('pointercancel', cancel)
  on('blur', cancel)
  on(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isLifted) return
      event.preventDefault()
      event.stopImmediatePropagation()
      cancel()
    },
    { capture: true },
  )
  // A finger that carries does not scroll, and a long press opens no menu.
  on('touchmove', (event) => isLifted && event.preventDefault(), { passive: false })
  on('contextmenu', (event) => isFinger && event.preventDefault())
  return finish
}

/** The place at a point, also where a card lies over several. */
const placeAt = (place: string, { x, y }: { x: number; y: number }): string | undefined =>
  document
    .elementsFromPoint(x, y)
    .find((element): element is HTMLElement => element instanceof HTMLElement && place in element.dataset)?.dataset[
    place
  ]

/** The click that follows a drop would open the record. */
function swallowClick(): void {
  const stop = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('click', stop, { capture: true, once: true })
  setTimeout(() => window.removeEventListener('click', stop, { capture: true }))
}
