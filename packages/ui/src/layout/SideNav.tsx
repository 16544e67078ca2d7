import type { ReactNode } from 'react'
import { useTooltip } from '../action/useTooltip.tsx'
import { Icon } from '../icon/Icon.tsx'
import { ModalDialog } from '../overlay/ModalDialog.tsx'
import { Badge } from '../show/Badge.tsx'
import { Anchor, useUiText } from '../texts.tsx'
import './side-nav.css'

export interface NavItem {
  href: string
  icon: string | null
  label: string
  /** English source of the label, so that people can correct it in place. */
  source?: string | undefined
  isActive: boolean
  count?: number | undefined
  /** True when the count is of what waits for the person alone. */
  isOwn?: boolean | undefined
  /** Tells screen readers the meaning of the count. */
  countLabel?: string | undefined
}

export interface SideNavProps {
  /** Accessible name of the navigation. */
  label: string
  /** The product's mark and name; `isNarrow` has room for the mark alone. */
  brand: (isNarrow: boolean) => ReactNode
  home: NavItem
  items: readonly NavItem[]
  /** After the links, such as the reason why there are none; `onFollow` is called when one of its links is followed. */
  note?: ((isNarrow: boolean, onFollow?: () => void) => ReactNode) | undefined
  isCollapsed: boolean
  onToggle: () => void
}

/**
 * Links to the main parts (reference: screens, Frame); when collapsed, only icons stay and the labels appear as
 * tooltips.
 */
export function SideNav({ label, brand, home, items, note, isCollapsed, onToggle }: SideNavProps) {
  const text = useUiText()
  const toggle = text(isCollapsed ? 'Expand menu' : 'Collapse menu')
  const { target, tip } = useTooltip(toggle, { side: 'inline', isDisabled: !isCollapsed })
  return (
    <nav className="side-nav" aria-label={label} data-collapsed={isCollapsed || undefined}>
      <div className="side-brand">{brand(isCollapsed)}</div>
      <div className="nav-scroll">
        <NavList home={home} items={items} isCollapsed={isCollapsed} />
        {note?.(isCollapsed)}
      </div>
      <button
        type="button"
        className="nav-link side-toggle"
        aria-expanded={!isCollapsed}
        onClick={onToggle}
        {...target}
      >
        <Icon name="side_navigation" />
        <span className={isCollapsed ? 'visually-hidden' : 'nav-text'}>{toggle}</span>
      </button>
      {tip}
    </nav>
  )
}

export interface NavDrawerProps extends Omit<SideNavProps, 'isCollapsed' | 'onToggle'> {
  onClose: () => void
}

/** The same links over the page, for phones. It is open while mounted; following a link closes it. */
export function NavDrawer({ label, brand, home, items, note, onClose }: NavDrawerProps) {
  return (
    <ModalDialog
      className="drawer"
      aria-label={label}
      onDismiss={onClose}
      onPointerDown={(event) => isOutside(event) && onClose()}
    >
      <nav className="side-nav" aria-label={label}>
        <div className="side-brand">{brand(false)}</div>
        <div className="nav-scroll">
          <NavList home={home} items={items} isCollapsed={false} onFollow={onClose} />
          {note?.(false, onClose)}
        </div>
      </nav>
    </ModalDialog>
  )
}

interface NavListProps extends Pick<SideNavProps, 'home' | 'items' | 'isCollapsed'> {
  /** Called when the user follows a link. */
  onFollow?: () => void
}

function NavList({ home, items, isCollapsed, onFollow }: NavListProps) {
  return (
    <ul className="nav-list">
      {[home, ...items].map((item) => (
        <li key={item.href}>
          <NavLink item={item} isCollapsed={isCollapsed} {...(onFollow && { onFollow })} />
        </li>
      ))}
    </ul>
  )
}

export function NavLink({
  item,
  isCollapsed,
  onFollow,
}: {
  item: NavItem
  isCollapsed: boolean
  onFollow?: () => void
}) {
  const { target, tip } = useTooltip(item.label, { side: 'inline', isDisabled: !isCollapsed })
  return (
    <>
      <Anchor
        className="nav-link"
        href={item.href}
        aria-current={item.isActive ? 'page' : undefined}
        onClick={onFollow}
        {...target}
      >
        <Icon name={item.icon} />
        <span className={isCollapsed ? 'visually-hidden' : 'nav-text'}>
          <bdi data-source={item.source}>{item.label}</bdi>
        </span>
        <Badge count={item.count ?? 0} label={item.countLabel ?? ''} isQuiet={!isCollapsed && !item.isOwn} />
      </Anchor>
      {tip}
    </>
  )
}

/** A press on the backdrop targets the dialog itself, outside its box. */
function isOutside(event: React.PointerEvent<HTMLDialogElement>): boolean {
  if (event.target !== event.currentTarget) return false
  const box = event.currentTarget.getBoundingClientRect()
  return event.clientX < box.left || event.clientX > box.right
}
