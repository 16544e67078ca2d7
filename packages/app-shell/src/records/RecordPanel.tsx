import { ConfirmLeave, DetailView, type DetailViewProps } from '@tavla/entity-ui'
import { useCallback, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { setUnsaved } from './unsaved.ts'

export interface RecordPanelProps extends Omit<DetailViewProps, 'onDirtyChange' | 'onLeave' | 'onRenamed'> {
  /** Address of the list; a record's is one segment longer. */
  baseRoute: string
}

/** The open record; leaving it with a changed draft asks first (contract 8.46). */
export default function RecordPanel({ baseRoute, ...record }: RecordPanelProps) {
  const navigate = useNavigate()
  const [isDirty, setDirty] = useState(false)
  const handleDirtyChange = useCallback((isNow: boolean) => {
    setDirty(isNow)
    setUnsaved(isNow)
  }, [])
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <>
      <DetailView
        {...record}
        onDirtyChange={handleDirtyChange}
        onLeave={() => void navigate(baseRoute, { replace: true })}
        onRenamed={(newId) => void navigate(`${baseRoute}/${encodeURIComponent(newId)}`, { replace: true })}
      />
      {blocker.state === 'blocked' && <ConfirmLeave onLeave={blocker.proceed} onStay={blocker.reset} />}
    </>
  )
}
