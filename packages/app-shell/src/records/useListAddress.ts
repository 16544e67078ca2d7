import type { EntityState, EntityStore } from '@tavla/client'
import { useContext, useEffect, useState } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router'
import { readListAddress, writeListAddress } from './list-address.ts'

/** How long typing may go on before the address follows, in milliseconds. */
const pause = 400

/** Takes search and filters from the address of a list before its first read, and keeps the address current after. */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const router = useContext(DataRouterContext)?.router
  // Before anything is drawn, since the list below asks for its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  const wanted = writeListAddress(state)
  useEffect(() => {
    if (!isListOpen || wanted === search) return
    const timer = setTimeout(() => {
      // Whoever is on the way to a record must not be called back; the router knows of it before it is drawn.
      const { location, navigation } = router?.state ?? {}
      if (navigation?.state !== 'idle' || location?.pathname !== pathname) return
      void navigate(pathname + wanted, { replace: true })
    }, pause)
    return () => clearTimeout(timer)
  }, [navigate, router, pathname, search, wanted, isListOpen])
}
