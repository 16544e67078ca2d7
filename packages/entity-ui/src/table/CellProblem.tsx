import { useLayoutEffect, useRef } from 'react'

interface CellProblemProps {
  id: string
  text: string
  /** True while its cell has the focus. */
  isShown: boolean
}

/** Why a cell was refused: read with the cell, and shown under it while it has the focus. */
export function CellProblem({ id, text, isShown }: CellProblemProps) {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const cell = note.current?.parentElement
    if (!isShown || !cell) return
    const anchor = `--problem-${id.replace(/[^a-z0-9]/gi, '')}`
    cell.style.setProperty('anchor-name', anchor)
    note.current?.style.setProperty('position-anchor', anchor)
    note.current?.showPopover()
    const shown = note.current
    return () => {
      cell.style.removeProperty('anchor-name')
      if (shown?.isConnected) shown.hidePopover()
    }
  }, [id, isShown])
  return (
    <>
      <span id={id} className="visually-hidden">
        {text}
      </span>
      <div ref={note} popover="manual" data-passive className="panel sheet-problem" aria-hidden="true">
        {text}
      </div>
    </>
  )
}
