import type { EntityState, EntityStore } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'

/** Announces records that came in while the reader was busy; a press brings them in (contract 4.4). */
export function NewRecords({ state, store }: { state: EntityState; store: EntityStore }) {
  return (
    <div className="new-records" role="status">
      {state.newRecords > 0 && (
        <Button
          variant="primary"
          size="small"
          icon={<Icon name="arrow_upward" size="small" />}
          onClick={() => void store.showNew()}
        >
          <Text source="{0} new" args={[state.newRecords]} />
        </Button>
      )}
    </div>
  )
}
