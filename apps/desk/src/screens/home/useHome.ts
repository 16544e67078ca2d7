import { useSession } from '@tavla/app-shell'
import { tellScreenCopied, watchEvents } from '@tavla/app-shell/frame'
import { useEffect, useSyncExternalStore } from 'react'
import { keepCurrent, openHome, readHome, readHomeCopied, watchHome } from './home-store.ts'

/** The parts of Home, live. */
export function useHome() {
  const { user } = useSession()
  useEffect(() => openHome(user), [user])
  useEffect(() => keepCurrent(user, watchEvents), [user])
  useEffect(() => {
    const tell = () => tellScreenCopied(readHomeCopied())
    tell()
    const stop = watchHome(tell)
    return () => {
      stop()
      tellScreenCopied(undefined)
    }
  }, [])
  return useSyncExternalStore(watchHome, readHome)
}
