import type { EntityState } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import type { ReactNode } from 'react'

interface RecordBarsProps {
  state: EntityState
  /** Id of the user who changed the record under the draft. */
  changedBy: string | null
  onReload: () => void
}

/**
 * Warnings about the visible record: another user changed it while it is being edited (reference: live-events, In the
 * client), or it could not be read. They cover the foot of the form, so that no input moves.
 */
export function RecordBars({ state, changedBy, onReload }: RecordBarsProps) {
  const { activeError: error, notice, viewers } = state
  if (!error && changedBy === null) return null
  const told = notice?.user === changedBy ? notice?.name : undefined
  const name = told || viewers.find((viewer) => viewer.id === changedBy)?.full_name || changedBy
  return (
    <div className="record-bars">
      {changedBy !== null && (
        <RecordBar icon="warning" step="Reload" onStep={onReload}>
          <Text source="This record was changed by {0}." args={[name ?? '']} />
        </RecordBar>
      )}
      {error && (
        <RecordBar icon="cloud_off" step="Retry" onStep={onReload}>
          <ErrorMessage error={error} />
        </RecordBar>
      )}
    </div>
  )
}

interface RecordBarProps {
  icon: string
  /** The remedy. */
  step: string
  onStep: () => void
  children: ReactNode
}

function RecordBar({ icon, step, onStep, children }: RecordBarProps) {
  return (
    <div className="record-bar" role="alert">
      <Icon name={icon} />
      <p dir="auto">{children}</p>
      <Button size="small" onClick={onStep}>
        <Text source={step} />
      </Button>
    </div>
  )
}
