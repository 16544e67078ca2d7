import type { EntityState, EntityStore } from '@tavla/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readListAddress, writeListAddress } from './list-address.ts'
import { useRouterNow } from './useRouterNow.ts'

/** How long typing may go on before the address follows, in milliseconds. */
const pause = 400

/** Takes search and filters from the address of a list before its first read, and keeps the address current after. */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const routerNow = useRouterNow()
  // Before anything is drawn, since the list below asks for its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  const wanted = writeListAddress(state)
  const follow = useEffectEvent(() => {
    // Whoever is on the way to a record must not be called back.
    const { location, navigation } = routerNow() ?? {}
    if (navigation?.state !== 'idle' || location?.pathname !== pathname) return
    void navigate(pathname + wanted, { replace: true })
  })
  useEffect(() => {
    if (!isListOpen || wanted === search) return
    const timer = setTimeout(follow, pause)
    return () => clearTimeout(timer)
  }, [search, wanted, isListOpen])
}
