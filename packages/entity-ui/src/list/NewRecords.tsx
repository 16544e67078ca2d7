import type { EntityState, EntityStore } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'

interface NewRecordsProps {
  state: EntityState
  store: EntityStore
  /** Told when they are in: the button that had the focus is gone. */
  onShown: () => void
}

/**
 * Announces records that came in while the reader was busy; a press brings them in
 * (reference: live-events, In the client).
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
