import type { ReactNode } from 'react'
import { Icon } from '../icon/Icon.tsx'
import './show.css'

export interface EmptyStateProps {
  /** The state of the panel; decides the icon. */
  kind: 'empty' | 'noResult' | 'noRight' | 'failed' | 'notFound' | 'choose'
  icon?: string
  /** One sentence. */
  title: ReactNode
  description?: ReactNode
  /** One next step, usually a Button. */
  action?: ReactNode
}

const icons = {
  empty: 'inbox',
  noResult: 'search_off',
  noRight: 'block',
  failed: 'cloud_off',
  notFound: 'search_off',
  choose: 'info',
} as const

/** A panel without data: an icon, a sentence, one next step. */
export function EmptyState({ kind, icon, title, description, action }: EmptyStateProps) {
  return (
    <div className="empty-state" data-kind={kind} role={kind === 'failed' || kind === 'noRight' ? 'alert' : undefined}>
      <span className="empty-icon">
        <Icon name={icon ?? icons[kind]} size="large" />
      </span>
      <p className="empty-title" dir="auto">
        {title}
      </p>
      {description !== undefined && (
        <p className="empty-description" dir="auto">
          {description}
        </p>
      )}
      {action}
    </div>
  )
}
