import { classNames } from '../class-names.ts'
import { type LinkProps, useLink } from '../texts.tsx'
import './button.css'

/** A link in running text, drawn by the application's router. */
export function Link({ className, ...rest }: LinkProps) {
  const Anchor = useLink()
  return <Anchor className={classNames('text-link', className)} {...rest} />
}
