import type { EntityState, EntityStore, ListAddress, ListShown } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { blankList, readListAddress, writeListAddress } from './list-address.ts'
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
  const { views } = useEnvironment().client
  // A bare address opens the default view, so the list without a view says so.
  const noView = views.defaultOf(state.entity) ? '?view=' : ''
  const addressOf = (list: EntityState, base: ListShown) => writeListAddress(list, base) || noView
  // Runs before rendering, since the list below requests its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  // The address stays until the entity's defaults are known.
  const { meta, status } = state
  const base = state.view === null ? meta && blankList(meta.doc_meta.layout) : state.viewShown
  const wanted = base && status === 'ready' ? addressOf(state, base) : search
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
  return JSON.stringify(displayOf(readListAddress(one))) === JSON.stringify(displayOf(readListAddress(other)))
}

function displayOf({ view, display, over = {} }: ListAddress): unknown {
  const { search: _search, filters: _filters, ...shown } = over
  return [view, display, shown]
}
