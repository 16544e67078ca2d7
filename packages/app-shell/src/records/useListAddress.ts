import type { EntityState, EntityStore } from '@tavla/client'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { readListAddress, writeListAddress } from './list-address.ts'

/** How long typing may go on before the address follows, in milliseconds. */
const pause = 400

/** Takes search and filters from the address of a list before its first read, and keeps the address current after. */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { state: movement } = useNavigation()
  // Before anything is drawn, since the list below asks for its rows as soon as it knows its height.
  useState(() => store.preset(readListAddress(search)))

  const wanted = writeListAddress(state)
  useEffect(() => {
    // Whoever is on the way to a record must not be called back.
    if (!isListOpen || wanted === search || movement !== 'idle') return
    const timer = setTimeout(() => void navigate(pathname + wanted, { replace: true }), pause)
    return () => clearTimeout(timer)
  }, [navigate, pathname, search, wanted, isListOpen, movement])
}
