import type { LinkProps } from '@tavla/ui'
import type { MouseEvent } from 'react'
import { useHref, useLocation, useNavigate } from 'react-router'

/**
 * A link that the router follows, unless it opens in another tab or window. The router's own link component
 * is as large as a whole screen.
 */
export function AppLink({ href, onClick, target, children, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const address = useHref(href)
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || target !== undefined || isForElsewhere(event)) return
    event.preventDefault()
    void navigate(href, { replace: address === pathname + search })
  }
  return (
    <a
      {...rest}
      href={address}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        follow(event)
      }}
    >
      {children}
    </a>
  )
}

/** True for a middle click, or a click with a key that opens another tab or window. */
const isForElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey
