import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../app-client.ts'

/** How long a connection may be away before it is worth a word, in milliseconds. */
const patience = 1500

/** Says in the top bar that what is on screen is no longer live, and offers to try again once that has ended by itself. */
export function ConnectionState() {
  const { status } = useSyncExternalStore(client.live.status.subscribe, client.live.status.getSnapshot)
  const isAway = status === 'connecting' || status === 'lost'
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isAway) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isAway])

  return (
    <div className="connection" role="status">
      {isAway && isLong && (
        <span className="connection-text">
          <Icon name="cloud_off" size="small" />
          <Text source={status === 'lost' ? 'No connection' : 'Connecting…'} />
        </span>
      )}
      {status === 'lost' && isLong && (
        <Button size="small" onClick={client.live.retry}>
          <Text source="Retry" />
        </Button>
      )}
    </div>
  )
}
