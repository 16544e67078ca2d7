import { Text } from '@tavla/i18n/react'
import { Button, Dialog, Icon } from '@tavla/ui'
import { StatusPill } from '../project/StatusPill.tsx'
import type { BulkResult } from './fleet-calls.ts'

interface FleetResultsProps {
  results: readonly BulkResult[]
  nameOf: (id: string) => string
  onClose: () => void
}

/** The results of a call on many projects, those that failed first. */
export default function FleetResults({ results, nameOf, onClose }: FleetResultsProps) {
  const sorted = results.toSorted((one, other) => one.ok - other.ok)
  return (
    <Dialog
      title={<Text source="Projects" />}
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
            {ok === 1 ? status && <StatusPill status={status} /> : <span>{message}</span>}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
