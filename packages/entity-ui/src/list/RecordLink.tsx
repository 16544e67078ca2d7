import type { MouseEvent, ReactNode } from 'react'

interface RecordLinkProps {
  id: string
  /** Id of the element that the title describes. */
  elementId?: string | undefined
  /** Without it, a button that opens the record in place. */
  href: string | undefined
  isCurrent: boolean
  isStop: boolean
  onOpen: (id: string) => void
  children: ReactNode
}

/** The control that opens a row or card; its press area covers the whole row, its text is the title alone. */
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

/** True for a click that opens a new tab or window. */
const opensElsewhere = (event: MouseEvent) =>
  event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
