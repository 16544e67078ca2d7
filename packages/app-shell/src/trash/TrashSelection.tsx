import { selectedTarget } from '@tavla/client'
import type { BulkTarget } from '@tavla/contract'
import { useEntity } from '@tavla/entity-ui'
import { type SelectionAction, SelectionActionContext } from '@tavla/entity-ui/selection-action'
import { lazyPart } from '@tavla/ui'
import { type ReactNode, Suspense, useMemo, useState } from 'react'

const BulkPlanWindow = lazyPart(() => import('@tavla/entity-ui/bulk-plan'), 'window')

/** Offers `Restore` for the selected items, after a look at what would be refused (reference: screens, Trash). */
export function TrashSelection({ children }: { children: ReactNode }) {
  const [{ meta }, store] = useEntity('Trash Item')
  /** The items in question; the selection ends when the first is gone. */
  const [target, setTarget] = useState<BulkTarget | null>(null)
  const action = useMemo<SelectionAction>(
    () => ({ label: 'Restore', run: () => setTarget(selectedTarget(store.getSnapshot())) }),
    [store],
  )
  return (
    <SelectionActionContext value={action}>
      {children}
      {target && meta && (
        <Suspense fallback={null}>
          <BulkPlanWindow
            meta={meta}
            target={target}
            work={{ restore: 1 }}
            label="Restore"
            onStarted={store.clearSelection}
            onClose={() => setTarget(null)}
          />
        </Suspense>
      )}
    </SelectionActionContext>
  )
}
