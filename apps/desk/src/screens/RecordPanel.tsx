import { ConfirmLeave, DetailView } from '@tavla/entity-ui'
import { useCallback, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { listPath, recordPath } from '../paths.ts'
import { setUnsaved } from './unsaved.ts'

/** The open record; leaving it with a changed draft asks first (contract 8.46). */
export default function RecordPanel({ entity, id }: { entity: string; id: string }) {
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
        entity={entity}
        id={id}
        onDirtyChange={handleDirtyChange}
        onLeave={() => void navigate(listPath(entity), { replace: true })}
        onRenamed={(newId) => void navigate(recordPath(entity, newId), { replace: true })}
      />
      {blocker.state === 'blocked' && <ConfirmLeave onLeave={blocker.proceed} onStay={blocker.reset} />}
    </>
  )
}
