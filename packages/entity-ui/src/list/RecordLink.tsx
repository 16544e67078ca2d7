import type { MouseEvent, ReactNode } from 'react'

interface RecordLinkProps {
  id: string
  /** Of the element, for what the title describes. */
  elementId?: string | undefined
  /** Without it, a button that opens the record in place. */
  href: string | undefined
  isCurrent: boolean
  isStop: boolean
  onOpen: (id: string) => void
  children: ReactNode
}

/** What opens a row or card; its press area is the whole of it, its text the title alone. */
export function RecordLink({ id, elementId, href, isCurrent, isStop, onOpen, children }: RecordLinkProps) {
  const shared = {
    id: elementId,
    className: 'record-link',
    'aria-current': isCurrent || undefined,
    tabIndex: isStop ? 0 : -1,
    'data-record': id,
  }
  if (href === undefined)
    return (
      <button type="button" {...shared} onClick={() => onOpen(id)}>
        {children}
      </button>
    )
  return (
    <a
      {...shared}
      href={href}
      onClick={(event) => {
        if (opensElsewhere(event)) return
        event.preventDefault()
        onOpen(id)
      }}
    >
      {children}
    </a>
  )
}

/** A new tab or window was asked for. */
const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
