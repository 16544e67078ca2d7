import { type EntityState, type EntityStore, firstLayoutOf, type ListAddress, type ListShown } from '@tavla/client'
import { useEnvironment } from '@tavla/entity-ui'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { readListAddress } from './list-address.ts'
import { NewByAddress } from './NewByAddress.tsx'
import { readNewAddress } from './new-address.ts'
import { useRouterNow } from './useRouterNow.ts'
import { blankList, writeListAddress } from './write-list-address.ts'

interface ListAddressKeeperProps {
  state: EntityState
  store: EntityStore
  /** The address with which the list was opened. */
  opened: string
  /** False while the address is that of a record. */
  isListOpen: boolean
}

/** Delay between typing and the update of the address, in milliseconds. */
const pause = 400

/**
 * Keeps the address of a list current, so that it shows another person the same. A link to another view of the open list,
 * and the way back from it, lead there (reference: screens, Views).
 */
export default function ListAddressKeeper({ state, store, opened, isListOpen }: ListAddressKeeperProps) {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const routerNow = useRouterNow()
  const { views } = useEnvironment().client
  const { asked, meta, status } = state
  // A bare address opens the default view, so the list without a view says so.
  const noView = views.defaultOf(state.entity) ? '?view=' : ''
  const addressOf = (list: EntityState, base: ListShown) => writeListAddress(list, base) || noView
  // The address stays until the entity's defaults are known.
  const base = state.view === null ? meta && blankList(firstLayoutOf(meta)) : state.viewShown
  const wanted = base && status === 'ready' ? addressOf(state, base) : search

  // The values of a new record are taken once: the address goes back to that of the list, so a reload begins no other.
  const [taken, setTaken] = useState('')
  const [begun, setBegun] = useState<ReturnType<typeof readNewAddress>>()
  if (isListOpen && search !== taken) {
    setTaken(search)
    const values = readNewAddress(search)
    if (values) setBegun(values)
  }

  // The list was opened with this address, or has written it.
  const own = useRef(opened)
  const wasOpen = useRef<boolean>(undefined)
  const take = useEffectEvent((now: string) => {
    const address = readListAddress(now)
    // Beside a record another view may have been chosen since.
    const isOther = wasOpen.current === false && address.view !== undefined && address.view !== (state.view ?? '')
    if (now === own.current && !isOther) return
    own.current = now
    // Without a view, only the way back leads to another list: a link to the entity keeps the list as it is.
    const isBack = wasOpen.current === true && routerNow()?.historyAction === 'POP'
    if (now !== wanted && (address.view !== undefined || isBack)) store.ask(address)
  })
  useEffect(() => {
    if (isListOpen && status !== 'ready') return
    if (isListOpen) take(search)
    wasOpen.current = isListOpen
  }, [search, status, isListOpen])

  const follow = useEffectEvent(() => {
    // Does not pull back a user who is on the way to a record.
    const { location, navigation } = routerNow() ?? {}
    if (navigation?.state !== 'idle' || location?.pathname !== pathname) return
    own.current = wanted
    void navigate(pathname + wanted, { replace: true })
  })
  useEffect(() => {
    if (!isListOpen || asked || wanted === search) return
    // Updates at once after a choice of display, so that a reload of the page right after it shows the same.
    const timer = setTimeout(follow, hasSameDisplay(wanted, search) ? pause : 0)
    return () => clearTimeout(timer)
  }, [asked, search, wanted, isListOpen])
  const canCreate = meta?.doc_meta.permissions.create === 1 && meta.type !== 'Settings'
  if (!begun || !canCreate) return null
  return (
    <NewByAddress entity={state.entity} {...{ meta, pathname }} asked={begun} onClose={() => setBegun(undefined)} />
  )
}

/** True if two addresses differ at most by search and filters. */
function hasSameDisplay(one: string, other: string): boolean {
  return JSON.stringify(displayOf(readListAddress(one))) === JSON.stringify(displayOf(readListAddress(other)))
}

function displayOf({ view, display, over = {} }: ListAddress): unknown {
  const { search: _search, filters: _filters, ...shown } = over
  return [view, display, shown]
}
