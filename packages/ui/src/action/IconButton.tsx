import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/Icon.tsx'
import { useTooltip } from './useTooltip.tsx'
import './icon-button.css'

type TooltipProps = 'style' | 'onPointerEnter' | 'onPointerLeave' | 'onPointerDown' | 'onFocus' | 'onBlur'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, TooltipProps | 'aria-label' | 'children'> {
  icon: string
  /** Accessible name, shown as a tooltip too. */
  label: string
  variant?: 'plain' | 'danger'
  size?: 'small' | 'medium'
  /** False when a visible label stands beside the button. */
  hasTooltip?: boolean
}

/** A button with an icon; its name shows as a tooltip on hover and focus. */
export function IconButton({
  icon,
  label,
  variant = 'plain',
  size = 'medium',
  hasTooltip = true,
  className,
  ...rest
}: IconButtonProps) {
  const { target, tip } = useTooltip(label, { isDisabled: !hasTooltip })
  return (
    <>
      <button
        type="button"
        className={classNames('icon-button', className)}
        data-variant={variant}
        data-size={size}
        aria-label={label}
        {...target}
        {...rest}
      >
        <Icon name={icon} />
      </button>
      {tip}
    </>
  )
}
