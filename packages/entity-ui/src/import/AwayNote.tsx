import { isAway, watchReach } from '@tavla/client'
import { Text } from '@tavla/i18n/react'
import { Icon } from '@tavla/ui'
import { useSyncExternalStore } from 'react'
import { useEnvironment } from '../environment.ts'

/** Tells that the connection is lost while a job goes on without it. */
export function AwayNote() {
  const { client } = useEnvironment()
  const { status } = useSyncExternalStore(client.live.status.subscribe, client.live.status.getSnapshot)
  const isUnanswered = useSyncExternalStore(watchReach, () => isAway(client.host))
  return (
    <div role="status">
      {(status === 'lost' || isUnanswered) && (
        <p className="import-away">
          <Icon name="cloud_off" size="small" />
          <Text source="The connection is lost. The work goes on at the server, and this page follows it once the connection is back." />
        </p>
      )}
    </div>
  )
}
