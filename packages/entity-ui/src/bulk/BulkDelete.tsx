import { type EntityStore, selectedTarget } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { useState } from 'react'
import BulkPlanWindow from './BulkPlanWindow.tsx'

/** Moves the selected records to the trash, after a look at what would be refused (reference: screens, Bulk changes). */
export default function BulkDelete({ meta, store, onClose }: { meta: Meta; store: EntityStore; onClose: () => void }) {
  // The selection ends when the first record is gone.
  const [target] = useState(() => selectedTarget(store.getSnapshot()))
  return (
    <BulkPlanWindow
      meta={meta}
      target={target}
      work={{ delete: 1 }}
      label="Delete"
      onStarted={store.clearSelection}
      onClose={onClose}
    />
  )
}
