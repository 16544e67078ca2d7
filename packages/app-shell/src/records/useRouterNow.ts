import { useContext } from 'react'
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/** Where the router is at the moment of asking: what is drawn may still be the place before. */
export function useRouterNow(): () => DataRouter['state'] | undefined {
  const router = useContext(DataRouterContext)?.router
  return () => router?.state
}
