import { type ReactNode, useId, useRef, useState } from 'react'
import type { ButtonProps } from '../action/Button.tsx'
import { Button } from '../action/Button.tsx'
import { useAnchor } from './useAnchor.ts'
import { useDismiss } from './useDismiss.ts'
import './panel.css'

export interface PopoverPanelProps {
  /** Accessible name of the panel. */
  label: string
  /** The button that opens it. */
  button: Omit<ButtonProps, 'popoverTarget' | 'style'>
  align?: 'start' | 'end'
  /** The content, rendered only while the panel is open; a function gets a callback that closes it. */
  children: ReactNode | ((close: () => void) => ReactNode)
}

/** A button with a panel of controls under it; a press or a turn of the wheel outside, and Escape, close it. */
export function PopoverPanel({ label, button, align = 'start', children }: PopoverPanelProps) {
  const id = useId()
  const anchor = useAnchor()
  const trigger = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  useDismiss(isOpen, close, trigger, panel)
  return (
    <>
      <Button
        {...button}
        ref={trigger}
        popoverTarget={id}
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        style={anchor.anchor}
      />
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label={label}
        className="panel"
        data-roomy
        data-align={align}
        style={anchor.panel}
        onToggle={(event) => {
          if (event.target === event.currentTarget) setOpen(event.newState === 'open')
        }}
      >
        {isOpen && <Content close={close}>{children}</Content>}
      </div>
    </>
  )
}

function Content({ close, children }: { close: () => void; children: PopoverPanelProps['children'] }) {
  return typeof children === 'function' ? children(close) : children
}
