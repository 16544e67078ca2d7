import { selectedTarget } from '@tavla/client'
import type { BulkTarget } from '@tavla/contract'
import { useEntity } from '@tavla/entity-ui'
import { Text } from '@tavla/i18n/react'
import { Button, Icon, lazyPart } from '@tavla/ui'
import { Suspense, useState } from 'react'

const BulkPlanWindow = lazyPart(() => import('@tavla/entity-ui/bulk-plan'), 'window')

/** Brings all items back that the list shows, after a look at what would be refused (reference: screens, Trash). */
export function RestoreAll() {
  const [state] = useEntity('Trash Item')
  /** The items in question; they stay the same while the list behind the window changes. */
  const [target, setTarget] = useState<BulkTarget | null>(null)
  const { meta, status, listInfo } = state
  return (
    <>
      {status === 'ready' && listInfo.totalCount > 0 && (
        <Button
          size="small"
          variant="quiet"
          icon={<Icon name="undo" size="small" />}
          onClick={() => setTarget(selectedTarget({ ...state, isAllSelected: true }))}
        >
          <Text source="Restore All" />
        </Button>
      )}
      {target && meta && (
        <Suspense fallback={null}>
          <BulkPlanWindow
            meta={meta}
            target={target}
            work={{ restore: 1 }}
            label="Restore"
            onStarted={() => undefined}
            onClose={() => setTarget(null)}
          />
        </Suspense>
      )}
    </>
  )
}
