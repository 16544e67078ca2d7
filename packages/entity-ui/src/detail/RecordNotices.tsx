import type { DocViewers } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'

interface RecordNoticesProps {
  viewers: DocViewers['users']
  /** Id of who changed the record under the draft. */
  changedBy: string | null
  onReload: () => void
}

/** That somebody changed the record while it is being edited (contract 4.4). */
export function RecordNotices({ viewers, changedBy, onReload }: RecordNoticesProps) {
  if (changedBy === null) return null
  const changer = viewers.find((viewer) => viewer.id === changedBy)?.full_name ?? changedBy
  return (
    <div className="record-changed" role="alert">
      <Icon name="warning" />
      <p>
        <Text source="This record was changed by {0}." args={[changer]} />
      </p>
      <Button size="small" onClick={onReload}>
        <Text source="Reload" />
      </Button>
    </div>
  )
}
