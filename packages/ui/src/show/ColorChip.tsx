import { Icon } from '../icon/Icon.tsx'
import type { PillColor } from './Pill.tsx'
import './pill.css'

export interface ColorChipProps {
  color: PillColor
  /** A Material Symbols name. */
  icon?: string | undefined
  size?: 'medium' | 'large'
}

/** An icon on one of the ten colours, for quick recognition; the name beside it carries the meaning. */
export function ColorChip({ color, icon, size = 'medium' }: ColorChipProps) {
  return (
    <span className="color-chip" data-color={color} data-size={size} aria-hidden="true">
      <Icon name={icon} size={size === 'large' ? 'medium' : 'small'} />
    </span>
  )
}
