import { cloneElement, type ReactElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useAnchor } from '../overlay/useAnchor.ts'
import { usePopover } from '../overlay/usePopover.ts'
import './tooltip.css'

interface Hoverable {
  style?: React.CSSProperties
  onPointerEnter?: (event: React.PointerEvent<HTMLElement>) => void
  onPointerLeave?: (event: React.PointerEvent<HTMLElement>) => void
  onPointerDown?: (event: React.PointerEvent<HTMLElement>) => void
  onFocus?: (event: React.FocusEvent<HTMLElement>) => void
  onBlur?: (event: React.FocusEvent<HTMLElement>) => void
  'aria-describedby'?: string | undefined
}

export interface TooltipProps {
  text: ReactNode
  /** Where it stands: above or below, or beside the element. */
  side?: 'block' | 'inline'
  isDisabled?: boolean
  /** True when the text says more than the element's own name does. */
  isDescription?: boolean
  /** One element that can be hovered and focused. */
  children: ReactElement<Hoverable>
}

const hoverDelay = 450

/** A short text beside an element while it is hovered for a moment or has the keyboard's focus; Escape hides it. */
export function Tooltip({ text, side = 'block', isDisabled = false, isDescription = false, children }: TooltipProps) {
  const id = useId()
  const anchor = useAnchor()
  const tip = useRef<HTMLDivElement>(null)
  const timer = useRef<number>(undefined)
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen && !isDisabled
  usePopover(tip, isShown)

  const hide = () => {
    window.clearTimeout(timer.current)
    setOpen(false)
  }
  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isShown) return
    const handleKey = (event: globalThis.KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    window.addEventListener('keydown', handleKey, true)
    return () => window.removeEventListener('keydown', handleKey, true)
  }, [isShown])

  const own = children.props
  return (
    <>
      {cloneElement(children, {
        style: { ...own.style, ...anchor.anchor },
        ...(isDescription && isShown && { 'aria-describedby': id }),
        onPointerEnter: (event) => {
          own.onPointerEnter?.(event)
          if (event.pointerType === 'mouse') timer.current = window.setTimeout(setOpen, hoverDelay, true)
        },
        onPointerLeave: (event) => {
          own.onPointerLeave?.(event)
          // Onto the tip itself is not away.
          if (!tip.current?.contains(event.relatedTarget as Node | null)) hide()
        },
        onPointerDown: (event) => {
          own.onPointerDown?.(event)
          hide()
        },
        onFocus: (event) => {
          own.onFocus?.(event)
          if (event.currentTarget.matches(':focus-visible')) setOpen(true)
        },
        onBlur: (event) => {
          own.onBlur?.(event)
          hide()
        },
      })}
      {isShown && (
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
      )}
    </>
  )
}
