import type { QueuedChange } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { BarStep, RecordBar } from '../detail/RecordBar.tsx'
import { ChangeState } from './ChangeState.tsx'
import { useChangeSteps } from './useChangeSteps.ts'

/** Says at the foot of a record that its last change needs a decision. */
export function QueueBar({ change }: { change: QueuedChange }) {
  const { open, takeBack, takeBackLabel } = useChangeSteps(change)
  const steps = (
    <>
      {open && <BarStep label="Open" context="action" onStep={open} />}
      {takeBack && <BarStep label={takeBackLabel} onStep={takeBack} />}
    </>
  )
  return (
    <RecordBar icon="warning" steps={steps}>
      <ChangeState change={change} />
      {change.state === 'clash' && (
        <>
          {'. '}
          <Text source="Your changes are kept." />
        </>
      )}
    </RecordBar>
  )
}
