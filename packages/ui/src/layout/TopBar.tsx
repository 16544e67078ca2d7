import type { ReactNode } from 'react'
import { IconButton } from '../action/IconButton.tsx'
import './top-bar.css'

export interface TopBarProps {
  title: ReactNode
  /** The id in the address, shown after a separator. */
  id?: string | undefined
  /** On a phone, the button that opens the navigation. */
  menu?: { label: string; onOpen: () => void } | undefined
  /** Stands at the end: the user menu. */
  children?: ReactNode
}

/** The current route's title, the id if there is one, and the user menu (spec 2.4). */
export function TopBar({ title, id, menu, children }: TopBarProps) {
  return (
    <header className="top-bar">
      {menu && <IconButton icon="menu" label={menu.label} hasTooltip={false} onClick={menu.onOpen} />}
      <div className="top-title">
        <h1 className="cut">{title}</h1>
        {id !== undefined && (
          <>
            <span className="top-separator" aria-hidden="true">
              /
            </span>
            <bdi className="top-id cut">{id}</bdi>
          </>
        )}
      </div>
      <div className="top-end">{children}</div>
    </header>
  )
}
