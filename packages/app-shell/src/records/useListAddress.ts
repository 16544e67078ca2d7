import type { EntityState, EntityStore } from '@tavla/client'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readListAddress, writeListAddress } from './list-address.ts'
import { useRouterNow } from './useRouterNow.ts'

/** Delay between typing and the update of the address, in milliseconds. */
const pause = 400

/**
 * Presets search, filters and display of a list from its address before the first read, and then keeps the
 * address current.
 */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const routerNow = useRouterNow()
  // Runs before rendering, since the list below requests its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  // The address stays until the entity's defaults are known.
  const { meta, status } = state
  const wanted = meta && status === 'ready' ? writeListAddress(state, meta.doc_meta.layout) : search
  const follow = useEffectEvent(() => {
    // Does not pull back a user who is on the way to a record.
    const { location, navigation } = routerNow() ?? {}
    if (navigation?.state !== 'idle' || location?.pathname !== pathname) return
    void navigate(pathname + wanted, { replace: true })
  })
  useEffect(() => {
    if (!isListOpen || wanted === search) return
    // Updates at once after a choice of display, so that a reload of the page right after it shows the same.
    const timer = setTimeout(follow, hasSameDisplay(wanted, search) ? pause : 0)
    return () => clearTimeout(timer)
  }, [search, wanted, isListOpen])
}

/** True if two addresses differ at most by search and filters. */
function hasSameDisplay(one: string, other: string): boolean {
  return JSON.stringify(readListAddress(one).display) === JSON.stringify(readListAddress(other).display)
}
