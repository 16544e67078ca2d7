import type { EntityState, EntityStore } from '@tavla/client'
import { lazyPart } from '@tavla/ui'
import { type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { readListAddress } from './list-address.ts'

const ListAddressKeeper = lazyPart(() => import('./ListAddressKeeper.tsx'), 'line')

/**
 * Presets search, filters and display of a list from its address before the first read; what it answers keeps the
 * address current where it is drawn.
 */
export function useListAddress(state: EntityState, store: EntityStore, isListOpen: boolean): ReactNode {
  const { search } = useLocation()
  // Runs before rendering, since the list below requests its rows as soon as it knows its height.
  const [opened] = useState(() => {
    store.preset(readListAddress(search))
    return state.status === 'idle' ? search : ''
  })
  return (
    <Suspense fallback={null}>
      <ListAddressKeeper {...{ state, store, opened, isListOpen }} />
    </Suspense>
  )
}
