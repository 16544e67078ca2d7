import { ConfirmLeave, DetailView } from '@tavla/entity-ui'
import { useState } from 'react'
import { useBlocker, useNavigate } from 'react-router'
import { listPath, recordPath } from '../paths.ts'

/** The open record; leaving it with a changed draft asks first (contract 8.46). */
export default function RecordPanel({ entity, id }: { entity: string; id: string }) {
  const navigate = useNavigate()
  const [isDirty, setDirty] = useState(false)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <>
      <DetailView
        entity={entity}
        id={id}
        onDirtyChange={setDirty}
        onLeave={() => void navigate(listPath(entity), { replace: true })}
        onRenamed={(newId) => void navigate(recordPath(entity, newId), { replace: true })}
      />
      {blocker.state === 'blocked' && <ConfirmLeave onLeave={blocker.proceed} onStay={blocker.reset} />}
    </>
  )
}
