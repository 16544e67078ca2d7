import type { ReactNode } from 'react'
import { textDirection } from '../text-direction.ts'
import './top-bar.css'

export interface TopBarProps {
  title: ReactNode
  /** The id in the address, shown after a separator. */
  id?: string | undefined
  /** Before the title: on a phone, the way to the navigation or back. */
  start?: ReactNode
  /** After title and id: related links. */
  beside?: ReactNode
  /** Stands at the end: the user menu. */
  children?: ReactNode
}

/** The current route's title, the id if there is one, and the user menu (reference: screens, Frame). */
export function TopBar({ title, id, start, beside, children }: TopBarProps) {
  return (
    <header className="top-bar">
      {start}
      <div className="top-title">
        <h1 className="cut">{title}</h1>
        {id !== undefined && (
          <>
            <span className="top-separator" aria-hidden="true">
              /
            </span>
            <bdi className="top-id cut" dir={textDirection(id)}>
              {id}
            </bdi>
          </>
        )}
        {beside}
      </div>
      <div className="top-end">{children}</div>
    </header>
  )
}
