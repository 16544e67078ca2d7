import { useSession } from '@tavla/app-shell'
import { useEffect, useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'
import { clearNavigation, loadNavigation, readNavigation, watchNavigation } from './navigation-store.ts'

/** The main entities, for another user read anew; counts are refreshed whenever another screen is entered. */
export function useNavigation() {
  const { user } = useSession()
  const section = useLocation().pathname.split('/')[2]

  // biome-ignore lint/correctness/useExhaustiveDependencies: another user has other entities
  useEffect(() => clearNavigation, [user])
  // biome-ignore lint/correctness/useExhaustiveDependencies: entering another part is the moment to count again
  useEffect(() => void loadNavigation(), [user, section])

  return useSyncExternalStore(watchNavigation, readNavigation)
}
