import { classNames } from '../class-names.ts'
import { Anchor, type LinkProps } from '../texts.tsx'
import './button.css'

/** A link in running text, drawn by the application's router. */
export function Link({ className, ...rest }: LinkProps) {
  return <Anchor className={classNames('text-link', className)} {...rest} />
}
