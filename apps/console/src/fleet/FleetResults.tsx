import { Text } from '@tavla/i18n/react'
import { Button, Dialog, Icon } from '@tavla/ui'
import { StatusPill } from '../project/StatusPill.tsx'
import { type BulkAction, type BulkResult, bulkActions } from './fleet-calls.ts'

interface FleetResultsProps {
  action: BulkAction
  results: readonly BulkResult[]
  nameOf: (id: string) => string
  onClose: () => void
}

/** The results of a call on many projects, those that failed first. */
export default function FleetResults({ action, results, nameOf, onClose }: FleetResultsProps) {
  const sorted = results.toSorted((one, other) => one.ok - other.ok)
  return (
    <Dialog
      title={<Text source={bulkActions[action].label} />}
      onClose={onClose}
      isForReading
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          <Text source="Close" />
        </Button>
      }
    >
      <ul className="fleet-results">
        {sorted.map(({ project, ok, status, message }) => (
          <li key={project} data-failed={ok === 0 || undefined}>
            <Icon name={ok === 1 ? 'check_circle' : 'error'} size="small" />
            <bdi>{nameOf(project)}</bdi>
            {ok === 0 ? <span>{message}</span> : <Outcome action={action} status={status} />}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** A backup goes on after the answer, and the project's own state says nothing of it. */
function Outcome({ action, status }: { action: BulkAction; status: string | undefined }) {
  if (action === 'take_backup') return <Text source="Under Way" />
  return status && <StatusPill status={status} />
}
