import { useSession } from '@tavla/app-shell'
import { watchEvents } from '@tavla/app-shell/frame'
import { useEffect, useSyncExternalStore } from 'react'
import { keepCurrent, openHome, readHome, watchHome } from './home-store.ts'

/** The parts of Home, live. */
export function useHome() {
  const { user } = useSession()
  useEffect(() => openHome(user), [user])
  useEffect(() => keepCurrent(user, watchEvents), [user])
  return useSyncExternalStore(watchHome, readHome)
}
