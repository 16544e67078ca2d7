import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import './button.css'

export interface ButtonProps extends ComponentProps<'button'> {
  /** At most one primary button in a view; `danger` for actions that cannot be undone. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger'
  size?: 'small' | 'medium'
  /** Drawn before the text. */
  icon?: ReactNode
  /** Shows that the action is running; the button ignores presses and keeps the focus. */
  isPending?: boolean
}

/** A native button with a text. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  isPending = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={classNames('button', className)}
      data-variant={variant}
      data-size={size}
      data-pending={isPending || undefined}
      aria-disabled={isPending || undefined}
      aria-busy={isPending || undefined}
      onClick={isPending ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {icon}
      {children !== undefined && <span className="button-text">{children}</span>}
    </button>
  )
}
