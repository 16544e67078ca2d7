import { Icon } from '@tavla/ui'
import type { ReactNode } from 'react'
import './danger-box.css'

interface DangerBoxProps {
  icon: string
  title: ReactNode
  /** The items of a list. */
  children: ReactNode
}

/** Reasons against a step, told at once to people who cannot see the screen. */
export function DangerBox({ icon, title, children }: DangerBoxProps) {
  return (
    <div className="danger-box" role="alert">
      <p>
        <Icon name={icon} size="small" />
        {title}
      </p>
      <ul>{children}</ul>
    </div>
  )
}
