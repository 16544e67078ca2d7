import type { EntityState, EntityStore } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import './new-records.css'

interface NewRecordsProps {
  state: EntityState
  store: EntityStore
  /** Called when they are shown: the focused button is gone. */
  onShown: () => void
}

/**
 * Announces records that were created while the reader was busy; a press inserts them (reference:
 * live-events, In the client).
 */
export function NewRecords({ state, store, onShown }: NewRecordsProps) {
  const show = async () => {
    await store.showNew()
    onShown()
  }
  return (
    <div className="new-records" role="status">
      {state.newRecords > 0 && (
        <Button
          variant="primary"
          size="small"
          icon={<Icon name="arrow_upward" size="small" />}
          onClick={() => void show()}
        >
          <Text source="{0} new" args={[state.newRecords]} />
        </Button>
      )}
    </div>
  )
}
