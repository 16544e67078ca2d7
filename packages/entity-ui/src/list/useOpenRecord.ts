import type { EntityStore } from '@tavla/client'
import { useCallback, useEffect, useRef } from 'react'
import { useEnvironment } from '../environment.ts'

/**
 * Where a list leads: an address for each record, or none, in which case the record opens in place
 * (reference: screens, Lists).
 */
export interface OpenTarget {
  /** The list's own address; a record's is one segment longer. */
  baseRoute?: string | undefined
  /** Told instead of navigating or opening in place. */
  onOpen?: ((id: string) => void) | undefined
}

/** How a record of this list opens. */
export function useOpenRecord(store: EntityStore, { baseRoute, onOpen }: OpenTarget) {
  const { navigate } = useEnvironment()
  const leave = useRef<(() => void) | undefined>(undefined)
  useEffect(() => () => leave.current?.(), [])

  const hrefOf = useCallback(
    (id: string) => (baseRoute === undefined ? undefined : `${baseRoute}/${encodeURIComponent(id)}`),
    [baseRoute],
  )
  const open = useCallback(
    (id: string) => {
      const href = hrefOf(id)
      if (onOpen) onOpen(id)
      else if (href !== undefined) navigate(href)
      else leave.current = store.openRecord(id)
    },
    [store, onOpen, hrefOf, navigate],
  )
  return { hrefOf, open }
}
