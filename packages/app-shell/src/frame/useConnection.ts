import { isAway, watchReach } from '@tavla/client'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { client } from '../app-client.ts'
import { useAppState } from '../boot/app-state.ts'

/** Time that a live connection may be away before the user is told, in milliseconds. */
const patience = 1500

/** `expired`: the server answers, but no longer knows the session. */
export type Connection = 'fine' | 'connecting' | 'lost' | 'expired'

/** The connection's state for the user: whether the screen is live and changes can be saved. */
export function useConnection(): Connection {
  const { isExpired } = useAppState()
  const { status } = useSyncExternalStore(client.live.status.subscribe, client.live.status.getSnapshot)
  const isUnanswered = useSyncExternalStore(watchReach, () => isAway())
  const isOffline = useSyncExternalStore(watchNetwork, () => !navigator.onLine)
  const isInterrupted = status === 'connecting' || status === 'lost'
  const isLong = useIsLong(isInterrupted)
  if (isExpired) return 'expired'
  if (isUnanswered || isOffline || (status === 'lost' && isLong)) return 'lost'
  return isInterrupted && isLong ? 'connecting' : 'fine'
}

/** True once `isOn` has been true for longer than `patience`. */
function useIsLong(isOn: boolean): boolean {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(() => setLong(true), patience)
    return () => {
      clearTimeout(timer)
      setLong(false)
    }
  }, [isOn])
  return isOn && isLong
}

function watchNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
