import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { Tooltip } from './Tooltip.tsx'
import './icon-button.css'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'children'> {
  icon: string
  /** Accessible name, shown as a tooltip too. */
  label: string
  variant?: 'plain' | 'danger'
  size?: 'small' | 'medium'
  /** False where the label already stands near by. */
  hasTooltip?: boolean
}

/** A button that is a picture; its name shows on hover and focus. */
export function IconButton({
  icon,
  label,
  variant = 'plain',
  size = 'medium',
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <button
      type="button"
      className={classNames('icon-button', className)}
      data-variant={variant}
      data-size={size}
      aria-label={label}
      {...rest}
    >
      <Icon name={icon} />
    </button>
  )
  return hasTooltip ? <Tooltip text={label}>{button}</Tooltip> : button
}
