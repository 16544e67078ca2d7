import { useContext } from 'react'
import { type DataRouter, UNSAFE_DataRouterContext as DataRouterContext } from 'react-router'

/** The router's current state; the rendered place may still be the former one. */
export function useRouterNow(): () => DataRouter['state'] | undefined {
  const router = useContext(DataRouterContext)?.router
  return () => router?.state
}
