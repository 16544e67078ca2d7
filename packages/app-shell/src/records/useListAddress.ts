import type { EntityState, EntityStore } from '@tavla/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readListAddress, writeListAddress } from './list-address.ts'
import { useRouterNow } from './useRouterNow.ts'

/** How long typing may go on before the address follows, in milliseconds. */
const pause = 400

/** Takes search, filters and display from the address of a list before its first read, and keeps the address current after. */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const routerNow = useRouterNow()
  // Before anything is drawn, since the list below asks for its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  // Until it is known how the entity comes, the address stands.
  const { meta, status } = state
  const wanted = meta && status === 'ready' ? writeListAddress(state, meta.doc_meta.layout) : search
  const follow = useEffectEvent(() => {
    // Whoever is on the way to a record must not be called back.
    const { location, navigation } = routerNow() ?? {}
    if (navigation?.state !== 'idle' || location?.pathname !== pathname) return
    void navigate(pathname + wanted, { replace: true })
  })
  useEffect(() => {
    if (!isListOpen || wanted === search) return
    // Who reads the page again right after choosing a display is to find it so.
    const timer = setTimeout(follow, hasSameDisplay(wanted, search) ? pause : 0)
    return () => clearTimeout(timer)
  }, [search, wanted, isListOpen])
}

/** Whether two addresses differ by search and filters at most. */
function hasSameDisplay(one: string, other: string): boolean {
  return JSON.stringify(readListAddress(one).display) === JSON.stringify(readListAddress(other).display)
}
