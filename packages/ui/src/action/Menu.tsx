import { createContext, type KeyboardEvent, type ReactNode, use, useId, useRef, useState } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { useAnchor } from '../overlay/useAnchor.ts'
import { useDismiss } from '../overlay/useDismiss.ts'
import { moveFocus } from './move-focus.ts'
import '../overlay/panel.css'
import './icon-button.css'
import './menu.css'

const CloseContext = createContext<() => void>(() => undefined)

export interface MenuProps {
  /** Accessible name of the button and of the menu. */
  label: string
  /** Content of the button; hidden from screen readers, which read the label. */
  trigger: ReactNode
  triggerClassName?: string
  align?: 'start' | 'end'
  /** False where the keys of what is around it reach the button, so that it is no tab stop. */
  isStop?: boolean
  /** MenuItem, MenuHeader and MenuSeparator. */
  children: ReactNode
}

/**
 * A button with a menu; arrows, Home, End and first letters move in it, a press or a turn of the wheel
 * outside closes it.
 */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClassName = 'icon-button', align = 'start', isStop = true, children } = props
  const id = useId()
  const anchor = useAnchor()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  useDismiss(isOpen, close, button, panel)

  const handleButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    panel.current?.showPopover()
  }
  const handleMenuKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Tab') close()
    else moveFocus(event, '[role^="menuitem"]', 'vertical')
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className={triggerClassName}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        popoverTarget={id}
        {...(!isStop && { tabIndex: -1 })}
        style={anchor.anchor}
        onKeyDown={handleButtonKey}
      >
        <span className="visually-hidden">{label}</span>
        <span className="menu-trigger" aria-hidden="true">
          {trigger}
        </span>
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className="panel menu"
        data-align={align}
        style={anchor.panel}
        onKeyDown={handleMenuKey}
        onToggle={(event) => {
          const hasOpened = event.newState === 'open'
          setOpen(hasOpened)
          if (hasOpened) event.currentTarget.querySelector<HTMLElement>('[role^="menuitem"]')?.focus()
        }}
      >
        <CloseContext value={close}>{children}</CloseContext>
      </div>
    </>
  )
}

export interface MenuItemProps {
  icon?: string
  /** Shown at the end of the line, such as a shortcut. */
  hint?: ReactNode
  isDangerous?: boolean
  isDisabled?: boolean
  /** Marks the item as one choice of several, checked or not. */
  isChecked?: boolean
  onAction: () => void
  children: ReactNode
}

/** One line of a Menu. */
export function MenuItem({ icon, hint, isDangerous, isDisabled, isChecked, onAction, children }: MenuItemProps) {
  const close = use(CloseContext)
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a menuitemradio is checked or not
    <button
      type="button"
      role={isChecked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={isChecked}
      tabIndex={-1}
      className="menu-item"
      data-dangerous={isDangerous || undefined}
      disabled={isDisabled}
      onClick={() => {
        close()
        onAction()
      }}
    >
      {icon !== undefined && <Icon name={icon} size="small" />}
      <span className="menu-item-text">{children}</span>
      {isChecked && <Icon name="check" size="small" />}
      {hint !== undefined && <span className="menu-item-hint">{hint}</span>}
    </button>
  )
}

/** A heading inside a Menu; it cannot be chosen. */
export function MenuHeader({ children }: { children: ReactNode }) {
  return (
    <div className="menu-header" role="presentation">
      {children}
    </div>
  )
}

/** A line between groups of a Menu. */
export function MenuSeparator() {
  return <hr className="menu-separator" />
}
