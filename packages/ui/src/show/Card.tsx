import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { Anchor } from '../texts.tsx'
import { Badge } from './Badge.tsx'
import './show.css'

/** A surface for related content. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('card', className)} {...rest} />
}

export interface TileProps {
  href: string
  icon: string | null
  label: ReactNode
  count?: number
  countLabel?: string
}

/** A large link with an icon, for a start page. */
export function Tile({ href, icon, label, count = 0, countLabel = '' }: TileProps) {
  return (
    <Anchor className="tile" href={href}>
      <span className="tile-icon">
        <Icon name={icon} />
      </span>
      <span className="tile-label">{label}</span>
      <Badge count={count} label={countLabel} />
    </Anchor>
  )
}
