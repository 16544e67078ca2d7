import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { client } from '../app-client.ts'

/** Keeps the live connection while somebody is signed in; a lost one is tried again at every navigation (contract 4.5). */
export function useLive(): void {
  const { pathname } = useLocation()

  useEffect(() => {
    client.live.connect()
    return () => client.live.disconnect()
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is what it waits for
  useEffect(() => client.live.retry(), [pathname])
}
