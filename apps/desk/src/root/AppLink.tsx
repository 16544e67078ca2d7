import type { LinkProps } from '@tavla/ui'
import { useHref, useLinkClickHandler } from 'react-router'

/** A link that the router follows. The router's own brings a framework's prefetching along, which weighs as much as a screen. */
export function AppLink({ href, onClick, target, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(href, target === undefined ? {} : { target })
  return (
    <a
      {...rest}
      href={useHref(href)}
      target={target}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    />
  )
}
