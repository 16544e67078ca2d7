import { createReadThrottle } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect } from 'react'

/** Milliseconds between two readings of the inbox. */
const pause = 500

/** Calls `onChange` when the person was told something, in any tab or before the connection stood. */
export function useNoticeEvents(onChange: () => void): void {
  const { client } = useEnvironment()
  useEffect(() => {
    const throttle = createReadThrottle(onChange, pause)
    const stops = [
      client.watchEvents((name) => name === 'notification' && throttle.schedule()),
      client.watchJoins(throttle.schedule),
    ]
    return () => {
      throttle.stop()
      for (const stop of stops) stop()
    }
  }, [client, onChange])
}
