import {
  type CSSProperties,
  type FocusEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useAnchor } from '../overlay/useAnchor.ts'
import { usePopover } from '../overlay/usePopover.ts'
import './tooltip.css'

export interface TooltipOptions {
  /** Position of the tip: above or below the element, or beside it. */
  side?: 'block' | 'inline'
  isDisabled?: boolean
}

export interface TooltipParts {
  /** Props for the element that is hovered and focused. */
  target: {
    style: CSSProperties
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: (event: PointerEvent) => void
    onPointerDown: () => void
    onFocus: (event: FocusEvent) => void
    onBlur: () => void
  }
  /** The tip; render it anywhere beside the element. */
  tip: ReactNode
}

const hoverDelay = 450

/** A short text beside an element that is hovered for a moment or has the keyboard's focus; Escape hides it. */
export function useTooltip(text: ReactNode, { side = 'block', isDisabled = false }: TooltipOptions = {}): TooltipParts {
  const id = useId()
  const anchor = useAnchor()
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<number>(undefined)
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen && !isDisabled
  usePopover(tip, isShown)

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const handleKey = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  }, [isShown])

  const hide = () => {
    window.clearTimeout(timer.current)
    setOpen(false)
  }
  return {
    target: {
      style: anchor.anchor,
      onPointerEnter: (event) => {
        if (event.pointerType === 'mouse') timer.current = window.setTimeout(setOpen, hoverDelay, true)
      },
      onPointerLeave: (event) => {
        // A pointer that moves onto the tip keeps it open; `relatedTarget` is null when the pointer leaves the page.
        const to: unknown = event.relatedTarget
        if (!(to instanceof Node && tip.current?.contains(to))) hide()
      },
      onPointerDown: hide,
      onFocus: (event) => {
        // The focus may be within the element.
        if (event.target.matches(':focus-visible')) setOpen(true)
      },
      onBlur: hide,
    },
    tip: isShown && (
      <div
        ref={tip}
        id={id}
        popover="manual"
        role="tooltip"
        className="tooltip"
        data-side={side}
        data-passive
        style={anchor.panel}
        onPointerLeave={hide}
      >
        {text}
      </div>
    ),
  }
}
